import type { StaffMember } from '@askline/client'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useList } from '../../live/use-list.ts'
import { useLive } from '../../live/use-live.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import type { Column } from '../../ui/table.tsx'
import { formatTime } from '../../words/times.ts'
import { ListTable } from '../frame/list-table.tsx'
import { Page } from '../frame/page.tsx'
import { Secret } from '../frame/secret.tsx'
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
    cell: ({ dateCreated }) => <time dateTime={dateCreated}>{formatTime(dateCreated)}</time>,
  },
]

/** The agents and admins of the company. */
export function StaffList() {
  const { client, me } = useLive()
  const list = useList('staff', () => client.admin.staff.list({ limit: 100 }))
  const [isAdding, setIsAdding] = useState(false)
  const [added, setAdded] = useState<{ uuid: string; name: string; password: string | null }>()
  const [, go] = useLocation()
  return (
    <Page
      isFilled
      title={say('staff.title')}
      lead={say('staff.lead')}
      actions={
        <Button kind="primary" icon="plus" onClick={() => setIsAdding(true)}>
          {say('staff.add')}
        </Button>
      }
    >
      <ListTable
        label={say('staff.title')}
        list={list}
        columns={columnsFor(me.uuid)}
        keyOf={({ uuid }) => uuid}
        empty={<Empty icon="users" title={say('staff.none')} />}
      />
      {isAdding && <NewStaffMember onAdded={setAdded} onClose={() => setIsAdding(false)} />}
      {added && (
        <Secret
          title={say('experts.password', { name: added.name })}
          parts={[{ label: say('experts.password', { name: added.name }), value: added.password }]}
          onClose={() => go(`/admin/staff/${added.uuid}`)}
        />
      )}
    </Page>
  )
}
