import type { Category } from '@askline/client'
import { useState } from 'react'
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
import { say } from '../words.ts'
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
    cell: ({ dateCreated }) => <time dateTime={dateCreated}>{formatTime(dateCreated)}</time>,
  },
]

/** The categories of the company, newest first. */
export function CategoryList() {
  const { client } = useLive()
  const list = useList('categories', () => client.admin.categories.list({ limit: 100 }))
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Page
      isFilled
      title={say('categories.title')}
      lead={say('categories.lead')}
      actions={
        <Button kind="primary" icon="plus" onClick={() => setIsAdding(true)}>
          {say('categories.add')}
        </Button>
      }
    >
      <ListTable
        label={say('categories.title')}
        list={list}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        empty={<Empty icon="list" title={say('categories.none')} />}
      />
      {isAdding && <NewCategory onClose={() => setIsAdding(false)} />}
    </Page>
  )
}
