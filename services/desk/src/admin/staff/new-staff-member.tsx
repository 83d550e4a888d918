import type { StaffMember } from '@askline/client'
import { useState } from 'react'
import { useLive } from '../../live/use-live.ts'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../frame/form-dialog.tsx'
import { say } from '../words.ts'
import { RoleField } from './role-field.tsx'

/** Asks for what a new agent or admin needs. `onAdded` receives the first password. */
export function NewStaffMember({
  onAdded,
  onClose,
}: {
  onAdded: (member: { uuid: string; name: string; password: string | null }) => void
  onClose: () => void
}) {
  const { client } = useLive()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<StaffMember['role']>('agent')
  return (
    <FormDialog
      title={say('staff.add')}
      doLabel={say('staff.add')}
      onClose={onClose}
      onSubmit={async () => onAdded(await client.admin.staff.create({ name, email, role }))}
    >
      <TextField
        label={say('staff.name')}
        hint={say('staff.nameHint')}
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        label={say('staff.email')}
        hint={say('staff.emailHint')}
        type="email"
        required
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <RoleField role={role} onChange={setRole} />
    </FormDialog>
  )
}
