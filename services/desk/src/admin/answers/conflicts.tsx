import type { AnswerConflict } from '@askline/client'
import { useState } from 'react'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { showToast } from '../../ui/toast.tsx'
import { formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import { CardList } from '../frame/card-list.tsx'
import { Confirm } from '../frame/confirm.tsx'
import { Row, RowFact, Section } from '../frame/section.tsx'
import styles from './answers.module.css'
import { KnownAnswerEntry } from './known-answer.tsx'

/** Known answers to nearly the same question that differ. An admin chooses the one to keep. */
export function Conflicts() {
  const { client } = useLive()
  const list = useFetch('conflicts', () => client.admin.answers.conflicts({ limit: 20 }))
  const [asked, setAsked] = useState<{ kept: string; conflict: AnswerConflict }>()
  return (
    <>
      <Section title={say('answers.conflicts')} lead={say('answers.conflictsLead')} isWide>
        <CardList isSingle list={list} empty={<Empty icon="circle-check" title={say('answers.noConflicts')} />}>
          {(conflict) => (
            <Row key={conflict.knowledge.map(({ uuid }) => uuid).join()}>
              <ul className={styles['rivals']}>
                {conflict.knowledge.map(({ uuid, question, answer, source, lastUpdated }) => (
                  <li key={uuid} className={styles['rival']}>
                    <KnownAnswerEntry uuid={uuid} question={question} answer={answer}>
                      <RowFact>
                        {say(`knowledge.${source}`)}, <time dateTime={lastUpdated}>{formatTime(lastUpdated)}</time>
                      </RowFact>
                      <Button size="small" onClick={() => setAsked({ kept: uuid, conflict })}>
                        {say('answers.keep')}
                      </Button>
                    </KnownAnswerEntry>
                  </li>
                ))}
              </ul>
            </Row>
          )}
        </CardList>
      </Section>
      {asked && (
        <Confirm
          title={say('answers.keepTitle')}
          doLabel={say('answers.keep')}
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            for (const { uuid } of asked.conflict.knowledge)
              if (uuid !== asked.kept) await client.admin.knowledge.update(uuid, { isSuspended: true })
            showToast(say('answers.kept'))
            list.change((rows) => rows.filter((row) => row !== asked.conflict))
          }}
        >
          <p>{say('answers.keepHint', { n: asked.conflict.knowledge.length - 1 })}</p>
        </Confirm>
      )}
    </>
  )
}
