import type { QuestionEvent, RoutingExplanation } from '@askline/client'
import { useCompanyNow } from '../../live/use-live.ts'
import { Badge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { shownText } from '../../words/shown-text.ts'
import { formatDistance, formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import { ShortId } from '../frame/short-id.tsx'
import { DecisionDetails } from './decision-details.tsx'
import { describeDecision } from './describe-decision.ts'
import { eventIcon } from './event-icons.ts'
import styles from './timeline.module.css'
import { timelineEntriesOf } from './timeline-entries.ts'

type Decision = RoutingExplanation['decisions'][number]

/** How a question got where it is, oldest first: its changes, why routing asked whom, and what is due next. */
export function Timeline({ events, routing }: { events: readonly QuestionEvent[]; routing: RoutingExplanation }) {
  const now = useCompanyNow(5_000)
  const entries = timelineEntriesOf(events, routing.decisions)
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
      {routing.deadlines.map(({ name, date }) => (
        <li key={name} className={classNames(styles['entry'], styles['due'])}>
          <span className={styles['dot']}>
            <Icon name="clock" />
          </span>
          <div className={styles['what']}>
            <p className={styles['line']}>
              <Badge kind={new Date(date).getTime() < now ? 'warn' : 'plain'}>{formatDistance(date, now)}</Badge>
              {say(`deadline.${name}`)}
            </p>
            <p className={styles['says']}>
              <time dateTime={date}>{formatTime(date)}</time>
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
          {say(`event.${type}`)}
          {actor.name && <bdi className={styles['who']}>{shownText(actor.name)}</bdi>}
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
  const { date, kind, wave, times } = decision
  return (
    <li className={classNames(styles['entry'], styles['decision'])}>
      <span className={styles['dot']}>
        <Icon name="users" />
      </span>
      <div className={styles['what']}>
        <p className={styles['line']}>
          <strong>{kind === 'wave' ? say('timeline.wave', { n: wave }) : say(`timeline.${kind}`)}</strong>
          {times > 1 && <Badge>{say('timeline.times', { n: times })}</Badge>}
        </p>
        <p className={styles['says']}>{describeDecision(decision)}</p>
        <p className={styles['says']}>
          <time dateTime={date}>{formatTime(date)}</time>
        </p>
        <DecisionDetails decision={decision} />
      </div>
    </li>
  )
}
