import type { StaffMember } from '@askline/client'
import { useState } from 'react'
import { FormDialog } from '../../desk/form-dialog.tsx'
import { useLive } from '../../live/use-live.ts'
import { type AddedAccount, invitationOf } from '../accounts/account.ts'
import { say } from '../admin-words.ts'
import { EmailField } from '../frame/email-field.tsx'
import { NameField } from '../frame/name-field.tsx'
import { RoleField } from './role-field.tsx'

/** Asks for what a new agent or admin needs. `onAdded` receives the invitation. */
export function NewStaffMember({ onAdded, onClose }: { onAdded: (added: AddedAccount) => void; onClose: () => void }) {
  const { client } = useLive()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<StaffMember['role']>('agent')
  return (
    <FormDialog
      title={say('staff.add')}
      doLabel={say('staff.add')}
      onClose={onClose}
      onSubmit={async () => onAdded(invitationOf(await client.admin.staff.create({ name, email, role })))}
    >
      {(faultOf) => (
        <>
          <NameField of="staff" name={name} fault={faultOf('name')} onChange={setName} />
          <EmailField of="staff" email={email} fault={faultOf('email')} onChange={setEmail} />
          <RoleField role={role} fault={faultOf('role')} onChange={setRole} />
          <p>{say('link.addHint')}</p>
        </>
      )}
    </FormDialog>
  )
}
