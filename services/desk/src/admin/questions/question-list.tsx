import type { ListedQuestion } from '@askline/client'
import { collect } from '../../live/collect.ts'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import type { Column } from '../../ui/table.tsx'
import { TypedFilter } from '../../ui/typed-filter.tsx'
import { languageName } from '../../words/language-name.ts'
import { shownText } from '../../words/shown-text.ts'
import { formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import { ClassName } from '../frame/class-name.tsx'
import { FilterBar } from '../frame/filter-bar.tsx'
import { ListTable } from '../frame/list-table.tsx'
import { Page } from '../frame/page.tsx'
import { ReloadButton } from '../frame/reload-button.tsx'
import { useFilters } from '../frame/use-filters.ts'
import { queryOf, stages, statuses } from './search-query.ts'
import { StageBadge } from './stage-badge.tsx'

const names = ['text', 'stage', 'person', 'status', 'category', 'class', 'language', 'automatic', 'from', 'to'] as const

/** All questions of the company, the last changed first, with search and filters that stand in the address. */
export function QuestionList() {
  const { client } = useLive()
  const { filters, key, isFiltered, setFilter, clear } = useFilters(names)
  const list = useFetch(key, () => client.admin.questions.search({ limit: 100, ...queryOf(filters) }))
  const categories = useFetch('categories', () => collect(client.admin.categories.list({ limit: 100 })))
  const any = { value: '', text: say('filter.any') }
  const choice = (name: 'stage' | 'status' | 'category' | 'automatic') => ({
    value: filters[name],
    onChange: (event: { currentTarget: HTMLSelectElement }) => setFilter(name, event.currentTarget.value),
  })
  return (
    <Page isFilled title={say('questions.title')} actions={<ReloadButton list={list} />}>
      <FilterBar
        isFiltered={isFiltered}
        onClear={clear}
        moreSet={names.slice(3).filter((name) => filters[name] !== '').length}
        more={
          <>
            <Select
              label={say('questions.status')}
              {...choice('status')}
              options={[any, ...statuses.map((value) => ({ value, text: say(`question.${value}`) }))]}
            />
            <Select
              label={say('questions.category')}
              {...choice('category')}
              options={[any, ...(categories.value ?? []).map(({ name }) => ({ value: name, text: name }))]}
            />
            <Select
              label={say('questions.automatic')}
              {...choice('automatic')}
              options={[
                any,
                { value: 'GIVEN', text: say('automatic.GIVEN') },
                { value: 'ACCEPTED', text: say('automatic.ACCEPTED') },
                { value: 'REJECTED', text: say('automatic.REJECTED') },
                { value: 'NONE', text: say('automatic.NONE') },
              ]}
            />
            <TypedFilter
              label={say('questions.class')}
              kept={filters.class}
              onKeep={(value) => setFilter('class', value)}
            />
            <TypedFilter
              label={say('questions.language')}
              maxLength={2}
              kept={filters.language}
              onKeep={(value) => setFilter('language', value)}
            />
            <TextField
              label={say('questions.from')}
              type="date"
              value={filters.from}
              onChange={(event) => setFilter('from', event.currentTarget.value)}
            />
            <TextField
              label={say('questions.to')}
              type="date"
              value={filters.to}
              onChange={(event) => setFilter('to', event.currentTarget.value)}
            />
          </>
        }
      >
        <TypedFilter
          label={say('questions.text')}
          type="search"
          placeholder={say('questions.textHint')}
          kept={filters.text}
          onKeep={(value) => setFilter('text', value)}
        />
        <Select
          label={say('questions.stage')}
          {...choice('stage')}
          options={[any, ...stages.map((value) => ({ value, text: say(`stage.${value}`) }))]}
        />
        <TypedFilter
          label={say('questions.person')}
          placeholder={say('questions.personHint')}
          kept={filters.person}
          onKeep={(value) => setFilter('person', value)}
        />
      </FilterBar>
      <ListTable
        label={say('questions.title')}
        list={list}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        empty={
          <Empty icon="search" title={say(isFiltered ? 'filter.none' : 'questions.none')}>
            {isFiltered ? say('questions.searchHint') : say('questions.noneHint')}
          </Empty>
        }
      />
    </Page>
  )
}

const columns: Column<ListedQuestion>[] = [
  {
    name: 'subject',
    title: say('questions.question'),
    width: 'wide',
    cell: ({ uuid, subject }) => <RowLink href={`/admin/questions/${uuid}`}>{shownText(subject)}</RowLink>,
  },
  {
    name: 'stage',
    title: say('questions.stage'),
    cell: (question) => (
      <>
        <StageBadge {...question} />{' '}
        {question.automatic && <Badge kind="plain">{say(`automatic.${question.automatic}`)}</Badge>}
      </>
    ),
  },
  { name: 'asker', title: say('questions.asker'), cell: ({ asker }) => <bdi>{shownText(asker.name)}</bdi> },
  {
    name: 'holder',
    title: say('questions.holder'),
    cell: ({ holder }) => holder && <bdi>{shownText(holder.name)}</bdi>,
  },
  {
    name: 'category',
    title: say('questions.category'),
    cell: (question) => (
      <ClassName>
        {[question.category, question.class, question.language && languageName(question.language)]
          .filter(Boolean)
          .join(' · ')}
      </ClassName>
    ),
  },
  {
    name: 'date',
    title: say('questions.changed'),
    width: 'time',
    cell: ({ dateChanged }) => <time dateTime={dateChanged}>{formatTime(dateChanged)}</time>,
  },
]
