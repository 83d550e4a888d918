import { useState } from 'react'
import { FaultNotice } from '../../conversation/fault-notice.tsx'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { useMove } from '../../live/use-move.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Select } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import { CardList } from '../frame/card-list.tsx'
import { Row, RowFact, Section } from '../frame/section.tsx'
import styles from './answers.module.css'
import { KnownAnswerEntry } from './known-answer.tsx'

const ages = [30, 90, 180, 365] as const

/** Known answers that nobody changed or accepted for long. An admin looks at them and says that they still hold. */
export function Stale() {
  const { client } = useLive()
  const [days, setDays] = useState<number>(180)
  const list = useFetch(`stale ${days}`, () => client.admin.answers.stale({ limit: 20, days }))
  const { run, busy, fault } = useMove()
  const confirm = async (uuid: string) => {
    // A change without fields only renews the date.
    if (!(await run(uuid, () => client.admin.knowledge.update(uuid, {})))) return
    showToast(say('answers.reviewed'))
    list.change((rows) => rows.filter((row) => row.uuid !== uuid))
  }
  return (
    <Section isWide title={say('answers.stale')} lead={say('answers.staleLead')}>
      <div className={styles['age']}>
        <Select
          label={say('answers.age')}
          value={String(days)}
          options={ages.map((n) => ({ value: String(n), text: say('answers.days', { n }) }))}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        />
      </div>
      <FaultNotice fault={fault} />
      <CardList list={list} empty={<Empty icon="circle-check" title={say('answers.noneStale')} />}>
        {({ uuid, question, answer, lastUpdated, lastAccepted }) => (
          <Row key={uuid}>
            <KnownAnswerEntry uuid={uuid} question={question} answer={answer}>
              <RowFact>
                {say('knowledge.changed')} <time dateTime={lastUpdated}>{formatTime(lastUpdated)}</time>
              </RowFact>
              <RowFact>
                {lastAccepted ? (
                  <>
                    {say('answers.lastAccepted')} <time dateTime={lastAccepted}>{formatTime(lastAccepted)}</time>
                  </>
                ) : (
                  say('answers.neverAccepted')
                )}
              </RowFact>
              <Button size="small" isBusy={busy === uuid} onClick={() => void confirm(uuid)}>
                {say('answers.stillRight')}
              </Button>
            </KnownAnswerEntry>
          </Row>
        )}
      </CardList>
    </Section>
  )
}
