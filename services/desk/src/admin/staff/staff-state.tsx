import type { StaffMember } from '@askline/client'
import { Badge } from '../../ui/badge.tsx'
import { SignInState } from '../accounts/sign-in-state.tsx'
import { say } from '../admin-words.ts'

/** Whether an agent or admin can sign in. */
export function StaffState({ member }: { member: StaffMember }) {
  if (member.isBlocked) return <Badge kind="bad">{say('staff.blocked')}</Badge>
  return (
    <>
      {member.hasPassword && <Badge kind="good">{say('staff.active')}</Badge>} <SignInState account={member} />
    </>
  )
}
