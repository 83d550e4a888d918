import type { CondensedQuestion, InboxQuestion, Message, Question } from '@askline/client'
import { useLive } from '../live/use-live.ts'
import { Badge } from '../ui/badge.tsx'
import { sayToReader } from '../words/say-to-reader.ts'
import { say } from '../words/shared-words.ts'
import { awaitsVerdict } from './awaits-verdict.ts'
import { isContested } from './is-contested.ts'
import { lastSaid } from './last-said.ts'

type Shown = Pick<Question | InboxQuestion | CondensedQuestion, 'state' | 'isClaimed' | 'conversation'> &
  Pick<Question, 'claim'>

const isOfPerson = ({ type }: Message) => type === 'MESSAGE'

/** Where a question stands, as one short badge. */
export function StatusBadge({ question: { state, isClaimed, claim, conversation } }: { question: Shown }) {
  const isAsker = useLive().me.role === 'user'
  switch (state.status) {
    case 'RESOLVED':
      return <Badge kind="good">{say('status.resolved')}</Badge>
    case 'EXPIRED':
      return <Badge>{say('status.expired')}</Badge>
    case 'CLOSED_BY_COMPANY':
    case 'WITHDRAW':
      return <Badge>{say('status.closed')}</Badge>
    case 'INAPPROPRIATE':
      return <Badge kind="bad">{say('status.rejected')}</Badge>
    case 'CLOSED_BY_ESCALATION':
    case 'FLAGGED':
      // The asker's list has no conversations, and says how many messages are new.
      if (!isAsker && conversation && lastSaid(conversation, isOfPerson)?.author.type === 'AGENT')
        return <Badge kind="go">{say('status.answered')}</Badge>
      return <Badge kind="warn">{say('status.agents')}</Badge>
    default:
      if (conversation && isContested(conversation)) return <Badge kind="warn">{say('status.contested')}</Badge>
      if (state.numResponses > 0) return <Badge kind="go">{say('status.answered')}</Badge>
      // Only the expert who has the question sees its claim.
      if (claim) return <Badge kind="go">{say('status.claimedByYou')}</Badge>
      if (conversation?.responses.some(awaitsVerdict))
        return <Badge kind="go">{sayToReader('status.yourVerdict')}</Badge>
      return isClaimed ? <Badge kind="go">{say('status.claimed')}</Badge> : <Badge>{say('status.waiting')}</Badge>
  }
}
