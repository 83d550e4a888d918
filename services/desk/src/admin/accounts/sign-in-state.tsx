import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import type { Account } from './account.ts'

/** That a person cannot sign in yet, because they have not set a password. Nothing otherwise. */
export function SignInState({
  account: { hasPassword, dateInvitationExpires },
}: {
  account: Pick<Account, 'hasPassword' | 'dateInvitationExpires'>
}) {
  if (hasPassword) return null
  if (dateInvitationExpires === null) return <Badge kind="warn">{say('link.noPassword')}</Badge>
  return <Badge kind="go">{say('link.invited', { time: formatTime(dateInvitationExpires) })}</Badge>
}

/** That a person asked for a new password, in a list. Nothing if they did not. */
export function RequestBadge({ account }: { account: Pick<Account, 'datePasswordRequested'> }) {
  return account.datePasswordRequested !== null && <Badge kind="warn">{say('link.requested')}</Badge>
}
