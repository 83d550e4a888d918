import type { Category } from '@askline/client'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { Badge } from '../../ui/badge.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import type { Column } from '../../ui/table.tsx'
import { formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import { ManagedList } from '../frame/managed-list.tsx'
import { NewCategory } from './new-category.tsx'

const columns: Column<Category>[] = [
  {
    name: 'name',
    title: say('categories.name'),
    width: 'wide',
    cell: ({ uuid, name, isDefault }) => (
      <>
        <RowLink href={`/admin/categories/${uuid}`}>{name}</RowLink>{' '}
        {isDefault && <Badge kind="go">{say('categories.default')}</Badge>}
      </>
    ),
  },
  { name: 'type', title: say('categories.type'), cell: ({ type }) => say(`categories.${type}`) },
  {
    name: 'changed',
    title: say('categories.changed'),
    width: 'narrow',
    isNumber: true,
    cell: ({ settings }) => Object.keys(settings).length,
  },
  {
    name: 'created',
    title: say('categories.created'),
    width: 'time',
    cell: ({ dateCreated }) => <time dateTime={dateCreated}>{formatTime(dateCreated)}</time>,
  },
]

/** The categories of the company, newest first. */
export function CategoryList() {
  const { client } = useLive()
  const list = useFetch('categories', () => client.admin.categories.list({ limit: 100 }))
  return (
    <ManagedList
      of="categories"
      icon="list"
      list={list}
      columns={columns}
      form={(onClose) => <NewCategory onClose={onClose} />}
    />
  )
}
