import type { ListedQuestion } from '@askline/client'
import { Badge } from '../../ui/badge.tsx'
import { say } from '../admin-words.ts'

const kinds = {
  WAITING: 'warn',
  OFFERED: 'go',
  CLAIMED: 'go',
  ASKER: 'plain',
  AGENTS: 'warn',
  CLOSED: 'plain',
} as const

/** Where a question stands, for people who look after the service. A closed one says how it ended. */
export function StageBadge({ stage, status }: Pick<ListedQuestion, 'stage' | 'status'>) {
  if (stage === 'CLOSED')
    return <Badge kind={status === 'RESOLVED' ? 'good' : 'plain'}>{say(`question.${status}`)}</Badge>
  return <Badge kind={kinds[stage]}>{say(`stage.${stage}`)}</Badge>
}
