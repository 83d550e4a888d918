import type { KnownAnswer } from '@askline/client'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Select } from '../../ui/field.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import type { Column } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { TypedFilter } from '../../ui/typed-filter.tsx'
import { languageName } from '../../words/language-name.ts'
import { formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import { ClassName } from '../frame/class-name.tsx'
import { FilterBar } from '../frame/filter-bar.tsx'
import { ListTable } from '../frame/list-table.tsx'
import { Page } from '../frame/page.tsx'
import { useFilters } from '../frame/use-filters.ts'
import { AnswerState } from './answer-state.tsx'
import styles from './knowledge.module.css'
import { queryOf, sources, states } from './knowledge-query.ts'
import { NewAnswer } from './new-answer.tsx'

const names = ['text', 'state', 'class', 'language', 'source'] as const

const columns: Column<KnownAnswer>[] = [
  {
    name: 'question',
    title: say('knowledge.question'),
    width: 'wide',
    cell: ({ uuid, question }) => <RowLink href={`/admin/knowledge/${uuid}`}>{question}</RowLink>,
  },
  {
    name: 'answer',
    title: say('knowledge.answer'),
    width: 'wide',
    cell: ({ answer }) => (
      <span className={styles['excerpt']} dir="auto">
        {answer}
      </span>
    ),
  },
  { name: 'state', title: say('knowledge.state'), cell: (known) => <AnswerState {...known} /> },
  {
    name: 'class',
    title: say('knowledge.class'),
    cell: (known) => (
      <ClassName>{[known.class, known.language && languageName(known.language)].filter(Boolean).join(' · ')}</ClassName>
    ),
  },
  { name: 'source', title: say('knowledge.source'), cell: ({ source }) => say(`knowledge.${source}`) },
  {
    name: 'date',
    title: say('knowledge.changed'),
    width: 'time',
    cell: ({ lastUpdated }) => <time dateTime={lastUpdated}>{formatTime(lastUpdated)}</time>,
  },
]

/** The known answers of the company, the newest first, with search and filters that stand in the address. */
export function KnowledgeList() {
  const { client } = useLive()
  const { filters, key, isFiltered, setFilter, clear } = useFilters(names)
  const list = useFetch(`knowledge ${key}`, () => client.admin.knowledge.list({ limit: 100, ...queryOf(filters) }))
  const [isAdding, setIsAdding] = useState(false)
  const [, go] = useLocation()
  const any = { value: '', text: say('filter.any') }
  return (
    <Page
      isFilled
      title={say('knowledge.title')}
      lead={say('knowledge.lead')}
      actions={
        <>
          <Button kind="primary" icon="plus" onClick={() => setIsAdding(true)}>
            {say('knowledge.add')}
          </Button>
          <Button onClick={() => go('/admin/training')}>{say('knowledge.import')}</Button>
        </>
      }
    >
      <FilterBar
        isFiltered={isFiltered}
        onClear={clear}
        moreSet={names.slice(2).filter((name) => filters[name] !== '').length}
        more={
          <>
            <TypedFilter
              label={say('knowledge.class')}
              kept={filters.class}
              onKeep={(value) => setFilter('class', value)}
            />
            <TypedFilter
              label={say('knowledge.language')}
              maxLength={2}
              kept={filters.language}
              onKeep={(value) => setFilter('language', value)}
            />
            <Select
              label={say('knowledge.source')}
              value={filters.source}
              options={[any, ...sources.map((value) => ({ value, text: say(`knowledge.${value}`) }))]}
              onChange={(event) => setFilter('source', event.currentTarget.value)}
            />
          </>
        }
      >
        <TypedFilter
          label={say('knowledge.search')}
          type="search"
          placeholder={say('knowledge.searchHint')}
          kept={filters.text}
          onKeep={(value) => setFilter('text', value)}
        />
        <Select
          label={say('knowledge.state')}
          value={filters.state}
          options={[any, ...states.map((value) => ({ value, text: say(`knowledge.${value}`) }))]}
          onChange={(event) => setFilter('state', event.currentTarget.value)}
        />
      </FilterBar>
      <ListTable
        label={say('knowledge.title')}
        list={list}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        empty={
          isFiltered ? (
            <Empty icon="search" title={say('filter.none')}>
              {say('questions.searchHint')}
            </Empty>
          ) : (
            <Empty
              icon="book-open"
              title={say('knowledge.none')}
              action={<Link href="/admin/answers/unanswered">{say('knowledge.toUnanswered')}</Link>}
            >
              {say('knowledge.noneHint')}
            </Empty>
          )
        }
      />
      {isAdding && (
        <NewAnswer
          onAdded={() => {
            showToast(say('knowledge.added'))
            list.reload()
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </Page>
  )
}
