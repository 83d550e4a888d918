import type { ManagedExpert } from '@askline/client'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { RowLink } from '../../ui/row-link.tsx'
import type { Column } from '../../ui/table.tsx'
import { languageName } from '../../words/language-name.ts'
import { shownText } from '../../words/shown-text.ts'
import { formatTime } from '../../words/times.ts'
import type { AddedAccount } from '../accounts/account.ts'
import { NewLink } from '../accounts/new-link.tsx'
import { RequestBadge } from '../accounts/sign-in-state.tsx'
import { say } from '../admin-words.ts'
import { ManagedList } from '../frame/managed-list.tsx'
import { ExpertState } from './expert-state.tsx'
import { NewExpert } from './new-expert.tsx'

const columns: Column<ManagedExpert>[] = [
  {
    name: 'name',
    title: say('experts.name'),
    width: 'wide',
    cell: ({ uuid, name }) => <RowLink href={`/admin/experts/${uuid}`}>{shownText(name)}</RowLink>,
  },
  {
    name: 'state',
    title: say('experts.state'),
    width: 'wide',
    cell: (expert) => (
      <>
        <ExpertState expert={expert} /> <RequestBadge account={expert} />
      </>
    ),
  },
  {
    name: 'load',
    title: say('experts.load'),
    width: 'narrow',
    cell: ({ load, capacity }) => say('experts.loadOf', { load, capacity }),
  },
  {
    name: 'languages',
    title: say('experts.languages'),
    cell: ({ languages }) => languages.map(languageName).join(', '),
  },
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
    width: 'time',
    cell: ({ lastActiveDate }) => <time dateTime={lastActiveDate}>{formatTime(lastActiveDate)}</time>,
  },
]

/** The experts of the company. */
export function ExpertList() {
  const { client } = useLive()
  const list = useFetch('experts', () => client.admin.experts.list({ limit: 100 }))
  const [added, setAdded] = useState<AddedAccount>()
  const [, go] = useLocation()
  return (
    <ManagedList
      of="experts"
      icon="users"
      list={list}
      columns={columns}
      form={(onClose) => <NewExpert onAdded={setAdded} onClose={onClose} />}
    >
      {added && <NewLink of={added.link} onClose={() => go(`/admin/experts/${added.uuid}`)} />}
    </ManagedList>
  )
}
