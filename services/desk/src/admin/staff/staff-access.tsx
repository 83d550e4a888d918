import type { StaffMember } from '@askline/client'
import { useState } from 'react'
import { FaultNotice } from '../../conversation/fault-notice.tsx'
import { useLive } from '../../live/use-live.ts'
import { useMove } from '../../live/use-move.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Confirm } from '../frame/confirm.tsx'
import { Secret } from '../frame/secret.tsx'
import { say } from '../words.ts'

/** Deactivates or reactivates an agent or admin, and makes a new password. */
export function StaffAccess({
  member: { uuid, name, isBlocked },
  onReload,
}: {
  member: StaffMember
  onReload: () => void
}) {
  const { client } = useLive()
  const [asked, setAsked] = useState<'deactivate' | 'reset'>()
  const [password, setPassword] = useState<{ value: string | null }>()
  const { run, busy, fault } = useMove()
  const done = (text: string) => {
    showToast(text)
    onReload()
  }
  const reactivate = async () => {
    if (await run('reactivate', () => client.admin.users.unblock(uuid))) done(say('staff.reactivated'))
  }
  return (
    <>
      <FaultNotice fault={fault} />
      <Button icon="rotate-ccw" onClick={() => setAsked('reset')}>
        {say('experts.reset')}
      </Button>
      {isBlocked ? (
        <Button kind="primary" isBusy={busy !== undefined} onClick={() => void reactivate()}>
          {say('experts.reactivate')}
        </Button>
      ) : (
        <Button kind="danger" onClick={() => setAsked('deactivate')}>
          {say('experts.deactivate')}
        </Button>
      )}
      {asked && (
        <Confirm
          title={say(`experts.${asked}Title`, { name })}
          doLabel={say(`experts.${asked}`)}
          isDanger
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            if (asked === 'reset') {
              setPassword({ value: (await client.admin.staff.resetPassword(uuid)).password })
              onReload()
              return
            }
            await client.admin.users.block(uuid)
            done(say('staff.deactivated'))
          }}
        >
          <p>{say(`staff.${asked}Hint`)}</p>
        </Confirm>
      )}
      {password && (
        <Secret
          title={say('experts.password', { name })}
          parts={[{ label: say('experts.password', { name }), value: password.value }]}
          onClose={() => setPassword(undefined)}
        />
      )}
    </>
  )
}
