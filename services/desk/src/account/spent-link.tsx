import { AsklineError, InvalidError } from '@askline/client'
import { describeFault } from '../words/describe-fault.ts'
import { Card } from './card.tsx'
import type { LinkKind } from './link-preview.ts'
import { say } from './words.tsx'

/** Returns whether the service refused the token of a link. One that is cut off breaks a rule of its field. */
export const isRefusedToken = (error: Error | undefined): boolean =>
  (error instanceof AsklineError && error.code === 'token_invalid') ||
  (error instanceof InvalidError && error.details.some(({ field }) => /^(body\.)?token$/.test(field)))

/** Returns whether a link can never be used again, so that its form is of no use. */
export const isSpentLink = (error: Error): boolean =>
  isRefusedToken(error) || (error instanceof AsklineError && error.code === 'invitation_spent')

/** Why a link cannot be used, and where to get another one. */
export function SpentLink({ kind, error }: { kind: LinkKind; error: Error }) {
  const isOver = error instanceof AsklineError && error.code === 'invitation_spent'
  if (kind === 'RESET')
    return (
      <Card title={say('link.failedTitle')} lead={say('reset.failed')} isResult>
        <a href="/password">{say('reset.again')}</a>
        <a href="/desk">{say('signIn.link')}</a>
      </Card>
    )
  return (
    <Card
      title={say(isOver ? 'invitation.spentTitle' : 'link.failedTitle')}
      lead={isOver ? describeFault(error) : say('invitation.failed')}
      isResult
    >
      <a href="/desk">{say('signIn.link')}</a>
    </Card>
  )
}
