import type { KnownAnswer } from '@askline/client'
import { Badge } from '../../ui/badge.tsx'
import { say } from '../admin-words.ts'

/** Whether an answer is given to askers, and if not, why. */
export function AnswerState({ suspended }: Pick<KnownAnswer, 'suspended'>) {
  if (suspended === null) return <Badge kind="good">{say('knowledge.GIVEN')}</Badge>
  return <Badge kind="warn">{say(`knowledge.${suspended.reason}`)}</Badge>
}
