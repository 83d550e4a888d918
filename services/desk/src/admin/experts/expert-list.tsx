import type { ManagedExpert } from '@askline/client'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useList } from '../../live/use-list.ts'
import { useLive } from '../../live/use-live.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import type { Column } from '../../ui/table.tsx'
import { formatTime } from '../../words/times.ts'
import { ListTable } from '../frame/list-table.tsx'
import { Page } from '../frame/page.tsx'
import { Secret } from '../frame/secret.tsx'
import { say } from '../words.ts'
import { ExpertState } from './expert-state.tsx'
import { NewExpert } from './new-expert.tsx'

const columns: Column<ManagedExpert>[] = [
  {
    name: 'name',
    title: say('experts.name'),
    width: 'wide',
    cell: ({ uuid, name }) => <RowLink href={`/admin/experts/${uuid}`}>{name}</RowLink>,
  },
  { name: 'state', title: say('experts.state'), cell: (expert) => <ExpertState expert={expert} /> },
  { name: 'load', title: say('experts.load'), cell: ({ load, capacity }) => say('experts.loadOf', { load, capacity }) },
  { name: 'languages', title: say('experts.languages'), cell: ({ languages }) => languages.join(', ') },
  {
    name: 'answers',
    title: say('experts.answers'),
    width: 'narrow',
    isNumber: true,
    cell: ({ reputation }) => reputation.numberOfAnswers,
  },
  {
    name: 'active',
    title: say('experts.active'),
    cell: ({ lastActiveDate }) => <time dateTime={lastActiveDate}>{formatTime(lastActiveDate)}</time>,
  },
]

/** The experts of the company. */
export function ExpertList() {
  const { client } = useLive()
  const list = useList('experts', () => client.admin.experts.list({ limit: 100 }))
  const [isAdding, setIsAdding] = useState(false)
  const [added, setAdded] = useState<{ uuid: string; name: string; password: string | null }>()
  const [, go] = useLocation()
  return (
    <Page
      isFilled
      title={say('experts.title')}
      lead={say('experts.lead')}
      actions={
        <Button kind="primary" icon="plus" onClick={() => setIsAdding(true)}>
          {say('experts.add')}
        </Button>
      }
    >
      <ListTable
        label={say('experts.title')}
        list={list}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        empty={<Empty icon="users" title={say('experts.none')} />}
      />
      {isAdding && <NewExpert onAdded={setAdded} onClose={() => setIsAdding(false)} />}
      {added && (
        <Secret
          title={say('experts.password', { name: added.name })}
          parts={[{ label: say('experts.password', { name: added.name }), value: added.password }]}
          onClose={() => go(`/admin/experts/${added.uuid}`)}
        />
      )}
    </Page>
  )
}
