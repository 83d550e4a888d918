import type { QuestionEvent, RoutingExplanation } from '@askline/client'
import { useCompanyNow } from '../../live/use-live.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { formatDistance, formatTime } from '../../words/times.ts'
import { ShortId } from '../frame/short-id.tsx'
import { say } from '../words.ts'
import { DecisionDetails } from './decision-details.tsx'
import { eventIcon, eventName } from './event-names.ts'
import styles from './timeline.module.css'

type Decision = RoutingExplanation['decisions'][number]
type Entry = { at: 'event'; date: string; event: QuestionEvent } | { at: 'decision'; date: string; decision: Decision }

/** How a question got where it is, oldest first: its changes, why routing asked whom, and what is due next. */
export function Timeline({ events, routing }: { events: readonly QuestionEvent[]; routing: RoutingExplanation }) {
  const now = useCompanyNow(5_000)
  const hasWaves = routing.decisions.some(({ kind }) => kind === 'wave')
  const entries: Entry[] = [
    ...events
      // The wave says the same and why.
      .filter(({ type }) => !hasWaves || type !== 'QUESTION_OFFERED')
      .map((event) => ({ at: 'event' as const, date: event.date, event })),
    ...routing.decisions.map((decision) => ({ at: 'decision' as const, date: decision.date, decision })),
  ].sort((one, other) => one.date.localeCompare(other.date))
  if (entries.length === 0) return <Empty icon="history" title={say('timeline.none')} />
  return (
    <ol className={styles['timeline']}>
      {entries.map((entry) =>
        entry.at === 'event' ? (
          <EventEntry key={`event ${entry.event.seq}`} event={entry.event} />
        ) : (
          <DecisionEntry
            key={`${entry.decision.kind} ${entry.decision.round} ${entry.decision.wave}`}
            decision={entry.decision}
          />
        ),
      )}
      {routing.deadlines.map(({ name, date, task }) => (
        <li key={name} className={`${styles['entry']} ${styles['due']}`}>
          <span className={styles['dot']}>
            <Icon name="clock" />
          </span>
          <div className={styles['what']}>
            <p className={styles['line']}>
              <Badge kind={new Date(date).getTime() < now ? 'warn' : 'plain'}>{formatDistance(date, now)}</Badge>
              {say(`deadline.${name}`)}
            </p>
            <p className={styles['says']}>
              {task} · <time dateTime={date}>{formatTime(date)}</time>
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}

function EventEntry({ event }: { event: QuestionEvent }) {
  const { type, date, actor, correlationId } = event
  return (
    <li className={styles['entry']}>
      <span className={styles['dot']}>
        <Icon name={eventIcon(type)} />
      </span>
      <div className={styles['what']}>
        <p className={styles['line']}>
          {say(eventName(type))}
          {actor.name && <bdi className={styles['who']}>{actor.name}</bdi>}
        </p>
        <p className={styles['says']}>
          <time dateTime={date}>{formatTime(date)}</time>
          {correlationId && <ShortId id={correlationId} />}
        </p>
      </div>
    </li>
  )
}

function DecisionEntry({ decision }: { decision: Decision }) {
  const { date, explanation, kind, wave, times } = decision
  return (
    <li className={`${styles['entry']} ${styles['decision']}`}>
      <span className={styles['dot']}>
        <Icon name="users" />
      </span>
      <div className={styles['what']}>
        <p className={styles['line']}>
          <strong>{kind === 'wave' ? say('timeline.wave', { n: wave }) : say(`timeline.${kind}`)}</strong>
          {times > 1 && <Badge>{say('timeline.times', { n: times })}</Badge>}
        </p>
        <p className={styles['says']} lang="en">
          {explanation}
        </p>
        <p className={styles['says']}>
          <time dateTime={date}>{formatTime(date)}</time>
        </p>
        <DecisionDetails decision={decision} />
      </div>
    </li>
  )
}
