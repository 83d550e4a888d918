import { AsklineError, InvalidError } from '@askline/client'
import type { ReactNode } from 'react'
import { describeFault } from '../words/describe-fault.ts'
import { shownText } from '../words/shown-text.ts'
import { say, sayWith } from './account-words.tsx'
import { Card } from './card.tsx'
import type { LinkKind } from './link-preview.ts'

/** Returns whether the service refused the token of a link. One that is cut off breaks a rule of its field. */
export const isRefusedToken = (error: Error | undefined): boolean =>
  (error instanceof AsklineError && error.code === 'token_invalid') ||
  (error instanceof InvalidError && error.details.some(({ field }) => /^(body\.)?token$/.test(field)))

/** Returns whether a link can never be used again, so that its form is of no use. */
export const isSpentLink = (error: Error): boolean =>
  isRefusedToken(error) || (error instanceof AsklineError && error.code === 'invitation_spent')

function whomToAsk(error: InvalidError): ReactNode {
  const { invitedBy } = error
  if (invitedBy?.kind === 'OPERATOR') return say('invitation.spentByOperator')
  // Without a name, the admin is no longer one.
  if (!invitedBy?.name) return describeFault(error)
  return sayWith('invitation.spentByAdmin', { name: <bdi>{shownText(invitedBy.name)}</bdi> })
}

/** Why a link cannot be used, and where to get another one. */
export function SpentLink({ kind, error }: { kind: LinkKind; error: Error }) {
  const isOver = error instanceof InvalidError && error.code === 'invitation_spent'
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
      lead={isOver ? whomToAsk(error) : say('invitation.failed')}
      isResult
    >
      <a href="/desk">{say('signIn.link')}</a>
    </Card>
  )
}
