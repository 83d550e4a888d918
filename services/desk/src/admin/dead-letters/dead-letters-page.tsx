import type { DeadLetter } from '@askline/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Select } from '../../ui/field.tsx'
import type { Column } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import { Confirm } from '../frame/confirm.tsx'
import { FilterBar } from '../frame/filter-bar.tsx'
import { ListTable } from '../frame/list-table.tsx'
import { Page } from '../frame/page.tsx'
import { ReloadButton } from '../frame/reload-button.tsx'
import { useFilters } from '../frame/use-filters.ts'
import styles from './dead-letters-page.module.css'
import { Explanation } from './explanation.tsx'

type Act = 'replay' | 'discard'

/** `/desk/admin/dead-letters`: work that failed for good. Each is done once more or given up. */
export function DeadLettersPage() {
  const { client } = useLive()
  const { filters, key, isFiltered, setFilter, clear } = useFilters(['settled'])
  const isSettled = filters.settled === 'yes'
  const list = useFetch(key, () => client.admin.deadLetters.list({ limit: 100, isSettled }))
  const [asked, setAsked] = useState<{ act: Act; letter: DeadLetter }>()

  const columns: Column<DeadLetter>[] = [
    {
      name: 'explanation',
      title: say('deadLetters.what'),
      width: 'wide',
      cell: (letter) => (
        <>
          <Explanation letter={letter} />
          {!letter.isReplayable && letter.outcome === null && <p>{say('deadLetters.notReplayable')}</p>}
          {letter.questionUuid && (
            <Link href={`/admin/questions/${letter.questionUuid}`}>{say('deadLetters.question')}</Link>
          )}
        </>
      ),
    },
    { name: 'name', title: say('deadLetters.name'), cell: ({ name }) => <code>{name}</code> },
    { name: 'reason', title: say('deadLetters.reason'), cell: ({ reason }) => <code>{reason}</code> },
    {
      name: 'date',
      title: say('deadLetters.date'),
      width: 'time',
      cell: ({ dateCreated }) => <time dateTime={dateCreated}>{formatTime(dateCreated)}</time>,
    },
    {
      name: 'acts',
      title: say('deadLetters.acts'),
      cell: (letter) =>
        letter.outcome ? (
          <Badge>{say(`deadLetters.${letter.outcome}`)}</Badge>
        ) : (
          <span className={styles['acts']}>
            {letter.isReplayable && (
              <Button size="small" icon="rotate-ccw" onClick={() => setAsked({ act: 'replay', letter })}>
                {say('deadLetters.replay')}
              </Button>
            )}
            <Button size="small" kind="danger" icon="trash-2" onClick={() => setAsked({ act: 'discard', letter })}>
              {say('deadLetters.discard')}
            </Button>
          </span>
        ),
    },
  ]
  return (
    <Page
      isFilled
      title={say('deadLetters.title')}
      lead={say('deadLetters.lead')}
      actions={<ReloadButton list={list} />}
    >
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <Select
          label={say('deadLetters.show')}
          value={filters.settled}
          options={[
            { value: '', text: say('deadLetters.open') },
            { value: 'yes', text: say('deadLetters.settled') },
          ]}
          onChange={(event) => setFilter('settled', event.currentTarget.value)}
        />
      </FilterBar>
      <ListTable
        label={say('deadLetters.title')}
        list={list}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        empty={
          <Empty icon="circle-check" title={say(isSettled ? 'deadLetters.noneSettled' : 'deadLetters.none')}>
            {say('deadLetters.noneHint')}
          </Empty>
        }
      />
      {asked && (
        <Confirm
          title={say(`deadLetters.${asked.act}Title`)}
          doLabel={say(`deadLetters.${asked.act}`)}
          isDanger={asked.act === 'discard'}
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            const { uuid } = asked.letter
            await client.admin.deadLetters[asked.act](uuid)
            list.change((rows) => rows.filter((row) => row.uuid !== uuid))
            showToast(say(asked.act === 'replay' ? 'deadLetters.replayedNow' : 'deadLetters.discardedNow'))
          }}
        >
          <Explanation letter={asked.letter} />
        </Confirm>
      )}
    </Page>
  )
}
