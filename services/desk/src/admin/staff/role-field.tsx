import type { StaffMember } from '@askline/client'
import { Select } from '../../ui/field.tsx'
import { say } from '../admin-words.ts'

type Role = StaffMember['role']
const roles = ['agent', 'admin'] as const satisfies readonly Role[]

/** The choice of a role, with what it may do. */
export function RoleField({
  role,
  fault,
  isOwn,
  onChange,
}: {
  role: Role
  fault?: string | undefined
  /** Nobody changes their own role. */
  isOwn?: boolean
  onChange: (role: Role) => void
}) {
  return (
    <Select
      label={say('staff.role')}
      hint={isOwn ? say('staff.ownRole') : say(`staff.${role}Hint`)}
      fault={fault}
      disabled={isOwn}
      value={role}
      options={roles.map((value) => ({ value, text: say(`staff.${value}`) }))}
      onChange={(event) => onChange(event.currentTarget.value as Role)}
    />
  )
}
