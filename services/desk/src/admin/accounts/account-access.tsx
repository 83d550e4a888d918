import { useState } from 'react'
import { FaultNotice } from '../../conversation/fault-notice.tsx'
import { useMove } from '../../live/use-move.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { shownText } from '../../words/shown-text.ts'
import { say } from '../admin-words.ts'
import { Confirm } from '../frame/confirm.tsx'
import type { Account } from './account.ts'

/** Deactivates or reactivates the account of an expert, agent or admin, and makes links with which they set a password. */
export function AccountAccess({
  of,
  account,
  isActive,
  moves,
  onMakeLink,
  onReload,
}: {
  of: 'experts' | 'staff'
  account: Account
  isActive: boolean
  moves: { deactivate(): Promise<unknown>; reactivate(): Promise<unknown> }
  onMakeLink: () => Promise<unknown>
  onReload: () => void
}) {
  const [asked, setAsked] = useState<'deactivate' | 'reset' | 'inviteAgain'>()
  const { run, busy, fault } = useMove()
  const name = shownText(account.name)
  const link = account.hasPassword ? 'reset' : account.dateInvitationExpires === null ? 'invite' : 'inviteAgain'
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
      {isActive && (
        <Button
          kind={link === 'invite' ? 'primary' : 'plain'}
          icon={link === 'reset' ? 'rotate-ccw' : 'send'}
          isBusy={busy === 'invite'}
          onClick={() => (link === 'invite' ? void run('invite', onMakeLink) : setAsked(link))}
        >
          {say(`link.${link}`)}
        </Button>
      )}
      {isActive ? (
        <Button kind="danger" onClick={() => setAsked('deactivate')}>
          {say('experts.deactivate')}
        </Button>
      ) : (
        <Button kind="primary" isBusy={busy === 'reactivate'} onClick={() => void reactivate()}>
          {say('experts.reactivate')}
        </Button>
      )}
      {asked === 'deactivate' && (
        <Confirm
          title={say('experts.deactivateTitle', { name })}
          doLabel={say('experts.deactivate')}
          isDanger
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            await moves.deactivate()
            done(say(`${of}.deactivated`))
          }}
        >
          <p>{say(`${of}.deactivateHint`)}</p>
        </Confirm>
      )}
      {(asked === 'reset' || asked === 'inviteAgain') && (
        <Confirm
          title={say(`link.${asked}Title`, { name })}
          doLabel={say('link.make')}
          isDanger={asked === 'reset'}
          onClose={() => setAsked(undefined)}
          onConfirm={onMakeLink}
        >
          <p>{say(`link.${asked}Hint`)}</p>
        </Confirm>
      )}
    </>
  )
}
