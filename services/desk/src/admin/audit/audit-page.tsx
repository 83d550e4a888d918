import type { AuditEntry } from '@askline/client'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import type { Column } from '../../ui/table.tsx'
import { formatTime } from '../../words/times.ts'
import { say, sayOr } from '../admin-words.ts'
import { periodOf } from '../frame/days.ts'
import { FilterBar } from '../frame/filter-bar.tsx'
import { ListTable } from '../frame/list-table.tsx'
import { Page } from '../frame/page.tsx'
import { ReloadButton } from '../frame/reload-button.tsx'
import { ShortId } from '../frame/short-id.tsx'
import { useFilters } from '../frame/use-filters.ts'
import { actionNames } from './action-names.ts'
import { ExportButton } from './export-button.tsx'

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `/desk/admin/audit`: who did what, newest first. */
export function AuditPage() {
  const { client } = useLive()
  const { filters, key, isFiltered, setFilter, clear } = useFilters([
    'action',
    'outcome',
    'actor',
    'target',
    'from',
    'to',
  ])
  const action = actionNames.find(([name]) => name === filters.action)?.[0]
  const isActorWhole = uuidForm.test(filters.actor)
  const wanted: Parameters<typeof client.admin.auditCsv>[0] = {
    ...(action ? { action } : {}),
    ...(filters.outcome === 'success' || filters.outcome === 'failure' ? { outcome: filters.outcome } : {}),
    ...(isActorWhole ? { actorUuid: filters.actor } : {}),
    ...(filters.target === '' ? {} : { targetId: filters.target }),
    ...periodOf(filters),
  }
  const list = useFetch(key, () => client.admin.audit({ limit: 100, ...wanted }))
  const actions = (
    <>
      <ExportButton fetchText={() => client.admin.auditCsv(wanted)} />
      <ReloadButton list={list} />
    </>
  )
  return (
    <Page isFilled title={say('audit.title')} lead={say('audit.lead')} actions={actions}>
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
        <Select
          label={say('audit.outcome')}
          value={filters.outcome}
          options={[
            { value: '', text: say('filter.any') },
            { value: 'success', text: say('audit.success') },
            { value: 'failure', text: say('audit.failure') },
          ]}
          onChange={(event) => setFilter('outcome', event.currentTarget.value)}
        />
        <TextField
          label={say('audit.actorId')}
          value={filters.actor}
          fault={filters.actor !== '' && !isActorWhole ? say('audit.badActor') : undefined}
          onChange={(event) => setFilter('actor', event.currentTarget.value.trim())}
        />
        <TextField
          label={say('audit.targetId')}
          value={filters.target}
          onChange={(event) => setFilter('target', event.currentTarget.value.trim())}
        />
        <TextField
          label={say('audit.from')}
          type="date"
          value={filters.from}
          onChange={(event) => setFilter('from', event.currentTarget.value)}
        />
        <TextField
          label={say('audit.to')}
          type="date"
          value={filters.to}
          onChange={(event) => setFilter('to', event.currentTarget.value)}
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
        {say(`action.${action}`)} {outcome === 'failure' && <Badge kind="bad">{say('audit.failed')}</Badge>}{' '}
        {reason && sayOr(`audit.reason.${reason}`, reason)}
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
  { name: 'fields', title: say('audit.fields'), width: 'wide', cell: ({ fields }) => fields.join(', ') },
  {
    name: 'address',
    title: say('audit.address'),
    cell: ({ address, userAgent }) => address && <span title={userAgent ?? undefined}>{address}</span>,
  },
  {
    name: 'correlation',
    title: say('audit.correlation'),
    cell: ({ correlationId }) => correlationId && <ShortId id={correlationId} />,
  },
  {
    name: 'date',
    title: say('audit.date'),
    width: 'time',
    cell: ({ date }) => <time dateTime={date}>{formatTime(date)}</time>,
  },
]
