import type { ExpertRecord as ExpertRecordShape } from '@askline/client'
import { ListFailure } from '../conversation/fault-notice.tsx'
import { useFetch } from '../live/use-fetch.ts'
import { Empty } from '../ui/empty.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { say as sayShared } from '../words/shared-words.ts'
import styles from './expert-record.module.css'
import { RecordTables } from './record-tables.tsx'
import { say } from './record-words.ts'

const pollMs = 60_000

/** Shows the record of an expert's work. `of` names the expert for the fetch. */
export function ExpertRecord({ of, fetch }: { of: string; fetch: () => Promise<ExpertRecordShape> }) {
  const { value, error } = useFetch(`record ${of}`, fetch, { pollMs })
  return (
    <section className={styles['record']} aria-labelledby="record">
      <h2 id="record" className={styles['title']}>
        {say('record.title')}
      </h2>
      <p className={styles['lead']}>{say('record.lead')}</p>
      {error && <ListFailure error={error} />}
      {value ? <Filled record={value} /> : !error && <Skeleton label={sayShared('list.loading')} lines={6} />}
    </section>
  )
}

function Filled({ record }: { record: ExpertRecordShape }) {
  const hasWork = record.periods.some(({ offers, answers }) => offers.received > 0 || answers.given > 0)
  if (hasWork) return <RecordTables record={record} />
  return (
    <Empty icon="inbox" title={say('record.nothing')}>
      {say('record.nothingHint')}
    </Empty>
  )
}
