import type { StaffMember } from '@askline/client'
import { Badge } from '../../ui/badge.tsx'
import { say } from '../words.ts'

/** Whether an agent or admin can sign in. */
export function StaffState({ member: { isBlocked, hasPassword } }: { member: StaffMember }) {
  if (isBlocked) return <Badge kind="bad">{say('staff.blocked')}</Badge>
  if (!hasPassword) return <Badge kind="warn">{say('staff.noPassword')}</Badge>
  return <Badge kind="good">{say('staff.active')}</Badge>
}
