import type { StaffMember } from '@askline/client'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useList } from '../../live/use-list.ts'
import { useLive } from '../../live/use-live.ts'
import { Badge } from '../../ui/badge.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import type { Column } from '../../ui/table.tsx'
import { formatTime } from '../../words/times.ts'
import { type NewAccount, NewPassword } from '../credentials/new-password.tsx'
import { ManagedList } from '../frame/managed-list.tsx'
import { say } from '../words.ts'
import { NewStaffMember } from './new-staff-member.tsx'
import { StaffState } from './staff-state.tsx'

const columnsFor = (ownUuid: string): Column<StaffMember>[] => [
  {
    name: 'name',
    title: say('staff.name'),
    width: 'wide',
    cell: ({ uuid, name }) => (
      <>
        <RowLink href={`/admin/staff/${uuid}`}>{name}</RowLink>{' '}
        {uuid === ownUuid && <Badge kind="go">{say('staff.you')}</Badge>}
      </>
    ),
  },
  { name: 'email', title: say('staff.email'), width: 'wide', cell: ({ email }) => email },
  { name: 'role', title: say('staff.role'), cell: ({ role }) => say(`staff.${role}`) },
  { name: 'state', title: say('staff.state'), cell: (member) => <StaffState member={member} /> },
  {
    name: 'created',
    title: say('staff.created'),
    width: 'time',
    cell: ({ dateCreated }) => <time dateTime={dateCreated}>{formatTime(dateCreated)}</time>,
  },
]

/** The agents and admins of the company. */
export function StaffList() {
  const { client, me } = useLive()
  const list = useList('staff', () => client.admin.staff.list({ limit: 100 }))
  const [added, setAdded] = useState<NewAccount>()
  const [, go] = useLocation()
  return (
    <ManagedList
      of="staff"
      icon="users"
      list={list}
      columns={columnsFor(me.uuid)}
      form={(onClose) => <NewStaffMember onAdded={setAdded} onClose={onClose} />}
    >
      {added && <NewPassword of={added} onClose={() => go(`/admin/staff/${added.uuid}`)} />}
    </ManagedList>
  )
}
