import type { InboxQuestion, Question } from '@askline/client'
import { describeReasons } from '../desk/describe-reasons.ts'
import { say } from '../desk/desk-words.ts'
import { useCompanyNow } from '../live/use-live.ts'
import { formatDistance, formatTime } from '../words/times.ts'
import styles from './context.module.css'
import { MetadataValue } from './metadata.tsx'

/** Shows facts for the answer: why the question came to the reader, how long they have it, and the metadata of the asker's app. */
export function Context({ question, listed }: { question: Question; listed: InboxQuestion | undefined }) {
  const now = useCompanyNow(1_000)
  const lease = question.claim?.leaseUntil
  const facts: [string, string][] = []
  if (listed?.offer?.isOpenToAll) facts.push([say('context.offered'), say('context.openToAll')])
  else if (listed?.offer) facts.push([say('context.reasons'), describeReasons(listed.offer)])
  const due = listed?.offer?.dateDue
  // An offer that is still listed after its time stays open until somebody takes it.
  if (due && Date.parse(due) > now && !question.claim) facts.push([say('context.offerEnds'), formatDistance(due, now)])
  if (lease) facts.push([say('context.leaseEnds'), formatDistance(lease, now)])
  if (question.questionCategory) facts.push([say('context.category'), question.questionCategory])
  facts.push([say('context.asked'), formatTime(question.dateCreated)])
  const { rerouteStatus } = question.state
  if (rerouteStatus.reason) facts.push([say('context.rerouteReason'), rerouteStatus.reason])
  return (
    <dl className={styles['facts']}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name} className={styles['fact']}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      {Object.entries(question.metadata ?? {}).map(([name, value]) => (
        <div key={`metadata-${name}`} className={styles['fact']}>
          <dt dir="auto">{name}</dt>
          <dd>
            <MetadataValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
