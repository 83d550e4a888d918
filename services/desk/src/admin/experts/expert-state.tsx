import type { ManagedExpert } from '@askline/client'
import { Badge } from '../../ui/badge.tsx'
import { say } from '../words.ts'

const kinds = { AVAILABLE: 'good', AWAY: 'warn', OFFLINE: 'plain' } as const

/** Whether an expert can be asked at this moment. */
export function ExpertState({ expert: { isActive, availability } }: { expert: ManagedExpert }) {
  if (!isActive) return <Badge kind="bad">{say('experts.inactive')}</Badge>
  return <Badge kind={kinds[availability]}>{say(`experts.${availability}`)}</Badge>
}
