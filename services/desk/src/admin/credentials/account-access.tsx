import { useState } from 'react'
import { FaultNotice } from '../../conversation/fault-notice.tsx'
import { useMove } from '../../live/use-move.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Confirm } from '../frame/confirm.tsx'
import { say } from '../words.ts'
import { NewPassword } from './new-password.tsx'

/** Deactivates or reactivates the account of an expert, agent or admin, and makes a new password. */
export function AccountAccess({
  of,
  name,
  isActive,
  moves,
  onReload,
}: {
  of: 'experts' | 'staff'
  name: string
  isActive: boolean
  moves: {
    deactivate(): Promise<unknown>
    reactivate(): Promise<unknown>
    reset(): Promise<{ reset: { url: string | null } }>
  }
  onReload: () => void
}) {
  const [asked, setAsked] = useState<'deactivate' | 'reset'>()
  const [password, setPassword] = useState<string | null>()
  const { run, busy, fault } = useMove()
  const done = (text: string) => {
    showToast(text)
    onReload()
  }
  const reactivate = async () => {
    if (await run('reactivate', moves.reactivate)) done(say(`${of}.reactivated`))
  }
  return (
    <>
      <FaultNotice fault={fault} />
      <Button icon="rotate-ccw" onClick={() => setAsked('reset')}>
        {say('experts.reset')}
      </Button>
      {isActive ? (
        <Button kind="danger" onClick={() => setAsked('deactivate')}>
          {say('experts.deactivate')}
        </Button>
      ) : (
        <Button kind="primary" isBusy={busy !== undefined} onClick={() => void reactivate()}>
          {say('experts.reactivate')}
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
              setPassword((await moves.reset()).reset.url)
              onReload()
            } else {
              await moves.deactivate()
              done(say(`${of}.deactivated`))
            }
          }}
        >
          <p>{say(`${of}.${asked}Hint`)}</p>
        </Confirm>
      )}
      {password !== undefined && <NewPassword of={{ name, password }} onClose={() => setPassword(undefined)} />}
    </>
  )
}
