import type { AuditEntry } from '@askline/client'
import { useList } from '../../live/use-list.ts'
import { useLive } from '../../live/use-live.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Select } from '../../ui/field.tsx'
import type { Column } from '../../ui/table.tsx'
import { formatTime } from '../../words/times.ts'
import { FilterBar } from '../frame/filter-bar.tsx'
import { ListTable } from '../frame/list-table.tsx'
import { Page } from '../frame/page.tsx'
import { ShortId } from '../frame/short-id.tsx'
import { useFilters } from '../frame/use-filters.ts'
import { say } from '../words.ts'
import { actionName, actionNames } from './action-names.ts'

/** `/desk/admin/audit`: who did what, newest first. */
export function AuditPage() {
  const { client } = useLive()
  const { filters, key, isFiltered, setFilter, clear } = useFilters(['action'])
  const action = actionNames.find(([name]) => name === filters.action)?.[0]
  const list = useList(key, () => client.admin.audit({ limit: 100, ...(action ? { action } : {}) }))
  return (
    <Page
      isFilled
      title={say('audit.title')}
      lead={say('audit.lead')}
      actions={
        <Button icon="rotate-ccw" onClick={list.reload}>
          {say('list.reload')}
        </Button>
      }
    >
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <Select
          label={say('audit.action')}
          value={action ?? ''}
          options={[
            { value: '', text: say('filter.any') },
            ...actionNames.map(([value, text]) => ({ value, text: say(text) })),
          ]}
          onChange={(event) => setFilter('action', event.currentTarget.value)}
        />
      </FilterBar>
      <ListTable
        label={say('audit.title')}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<Empty icon="history" title={say(isFiltered ? 'filter.none' : 'audit.none')} />}
      />
    </Page>
  )
}

const columns: Column<AuditEntry>[] = [
  {
    name: 'action',
    title: say('audit.action'),
    width: 'wide',
    cell: ({ action, outcome, reason }) => (
      <>
        {say(actionName(action))} {outcome === 'failure' && <Badge kind="bad">{say('audit.failed')}</Badge>}{' '}
        {reason && <code>{reason}</code>}
      </>
    ),
  },
  {
    name: 'actor',
    title: say('audit.actor'),
    cell: ({ actor }) => (
      <>
        {say(`actor.${actor.kind}`)} {actor.uuid && <ShortId id={actor.uuid} />}
      </>
    ),
  },
  { name: 'target', title: say('audit.target'), cell: ({ targetId }) => targetId && <ShortId id={targetId} /> },
  {
    name: 'correlation',
    title: say('audit.correlation'),
    cell: ({ correlationId }) => correlationId && <ShortId id={correlationId} />,
  },
  {
    name: 'date',
    title: say('audit.date'),
    cell: ({ date }) => <time dateTime={date}>{formatTime(date)}</time>,
  },
]
