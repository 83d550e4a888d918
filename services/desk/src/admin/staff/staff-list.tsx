import type { StaffMember } from '@askline/client'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { Badge } from '../../ui/badge.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import type { Column } from '../../ui/table.tsx'
import { formatTime } from '../../words/times.ts'
import type { AddedAccount } from '../accounts/account.ts'
import { NewLink } from '../accounts/new-link.tsx'
import { RequestBadge } from '../accounts/sign-in-state.tsx'
import { say } from '../admin-words.ts'
import { ManagedList } from '../frame/managed-list.tsx'
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
  {
    name: 'state',
    title: say('staff.state'),
    width: 'wide',
    cell: (member) => (
      <>
        <StaffState member={member} /> <RequestBadge account={member} />
      </>
    ),
  },
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
  const list = useFetch('staff', () => client.admin.staff.list({ limit: 100 }))
  const [added, setAdded] = useState<AddedAccount>()
  const [, go] = useLocation()
  return (
    <ManagedList
      of="staff"
      icon="users"
      list={list}
      columns={columnsFor(me.uuid)}
      form={(onClose) => <NewStaffMember onAdded={setAdded} onClose={onClose} />}
    >
      {added && <NewLink of={added.link} onClose={() => go(`/admin/staff/${added.uuid}`)} />}
    </ManagedList>
  )
}
