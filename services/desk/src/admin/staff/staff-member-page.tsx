import type { StaffMember } from '@askline/client'
import { useEdit } from '../../live/use-edit.ts'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { SessionsOf } from '../../sessions/sessions-of.tsx'
import { Badge } from '../../ui/badge.tsx'
import { AccountAccess } from '../accounts/account-access.tsx'
import { OwnAccount } from '../accounts/own-account.tsx'
import { PasswordRequest } from '../accounts/password-request.tsx'
import { useNewLink } from '../accounts/use-new-link.tsx'
import { say } from '../admin-words.ts'
import { PersonalCredentials } from '../credentials/personal-credentials.tsx'
import { EmailField } from '../frame/email-field.tsx'
import { Form } from '../frame/form.tsx'
import { Loaded } from '../frame/loaded.tsx'
import { NameField } from '../frame/name-field.tsx'
import { Page } from '../frame/page.tsx'
import { RoleField } from './role-field.tsx'
import { StaffState } from './staff-state.tsx'

/** `/desk/admin/staff/:uuid`: the account of an agent or admin. */
export function StaffMemberPage({ uuid }: { uuid: string }) {
  const { client, me } = useLive()
  const found = useFetch(`staff ${uuid}`, () => client.admin.staff.get(uuid))
  const member = found.value
  const isOwn = uuid === me.uuid
  const links = useNewLink('staff', found.reload)
  return (
    <Page
      title={member?.name ?? say('staff.one')}
      {...(member ? { lead: member.email } : {})}
      back={{ href: '/admin/staff', name: say('staff.title') }}
      actions={
        member &&
        !isOwn && (
          <AccountAccess
            of="staff"
            account={member}
            isActive={!member.isBlocked}
            moves={{
              deactivate: () => client.admin.users.block(uuid),
              reactivate: () => client.admin.users.unblock(uuid),
            }}
            onMakeLink={() => links.make(member)}
            onReload={found.reload}
          />
        )
      }
    >
      <Loaded resource={found} missing={say('staff.missing')}>
        {(member) => (
          <>
            <p>
              <StaffState member={member} /> {isOwn && <Badge kind="go">{say('staff.you')}</Badge>}
            </p>
            {isOwn ? <OwnAccount /> : <PasswordRequest account={member} onMake={() => links.make(member)} />}
            <StaffForm member={member} isOwn={isOwn} onReload={found.reload} />
            {!isOwn && <SessionsOf uuid={member.uuid} name={member.name} />}
            <PersonalCredentials uuid={member.uuid} name={member.name} kind={member.role} />
          </>
        )}
      </Loaded>
      {links.dialog}
    </Page>
  )
}

const fieldsOf = ({ name, email, role }: StaffMember) => ({ name, email, role })

function StaffForm({ member, isOwn, onReload }: { member: StaffMember; isOwn: boolean; onReload: () => void }) {
  const { client } = useLive()
  const edit = useEdit({
    value: member,
    fieldsOf,
    save: (changes, options) => client.admin.staff.update(member.uuid, changes, options),
  })
  const { fields, set, faultOf } = edit
  return (
    <Form title={say('staff.account')} edit={edit} onReload={onReload}>
      <NameField of="staff" name={fields.name} fault={faultOf('name')} onChange={(name) => set('name', name)} />
      <EmailField of="staff" email={fields.email} fault={faultOf('email')} onChange={(email) => set('email', email)} />
      <RoleField role={fields.role} isOwn={isOwn} fault={faultOf('role')} onChange={(role) => set('role', role)} />
    </Form>
  )
}
