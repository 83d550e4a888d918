import type { Question, QuestionHistory } from '@askline/client'
import { type DeskKey, say } from '../desk/desk-words.ts'
import { useFetch } from '../live/use-fetch.ts'
import { useLive } from '../live/use-live.ts'
import { Badge } from '../ui/badge.tsx'
import { shownText } from '../words/shown-text.ts'
import { formatTime } from '../words/times.ts'
import styles from './history.module.css'

type Offer = QuestionHistory['offers'][number]

const outcomes = {
  pending: ['plain', 'history.pending'],
  accepted: ['go', 'history.accepted'],
  declined: ['warn', 'history.declined'],
  timed_out: ['warn', 'history.timedOut'],
  withdrawn: ['plain', 'history.withdrawn'],
} as const satisfies Record<Offer['status'], readonly [string, DeskKey]>

/** Shows the history of a question to an agent: the experts who were asked, their reasons, and the answers that failed. */
export function History({ question }: { question: Question }) {
  const { client } = useLive()
  const { uuid, lastUpdated } = question
  const { value } = useFetch(`${uuid} ${lastUpdated}`, () => client.agents.history(uuid), { of: uuid })
  // If it cannot be fetched, the conversation is shown without it.
  if (!value) return null
  const { offers, events } = value
  const count = (status: Offer['status']) => offers.filter((offer) => offer.status === status).length
  const times = (type: QuestionHistory['events'][number]['type']) =>
    events.filter((event) => event.type === type).length
  const failed = question.conversation.responses.filter(({ author }) => author.type === 'EXPERT').length
  const facts = [
    offers.length > 0
      ? say('history.asked', { n: new Set(offers.map(({ expert }) => expert.uuid)).size })
      : say('history.nobody'),
    count('declined') > 0 && say('history.declinedTimes', { n: count('declined') }),
    count('timed_out') > 0 && say('history.missedTimes', { n: count('timed_out') }),
    failed > 0 && say('history.answers', { n: failed }),
    times('RESOLUTION_CONTESTED') > 0 && say('history.contested', { n: times('RESOLUTION_CONTESTED') }),
    times('AUTO_RESPONSE_REJECTED') > 0 && say('history.automaticRejected'),
  ].filter((fact) => fact !== false)
  return (
    <details className={styles['history']} open>
      <summary className={styles['title']}>{say('history.title')}</summary>
      <p className={styles['facts']}>{facts.join(' ')}</p>
      {offers.length > 0 && (
        <ul className={styles['offers']}>
          {offers.map((offer) => {
            const [kind, key] = outcomes[offer.status]
            return (
              <li key={`${offer.expert.uuid} ${offer.dateOffered}`} className={styles['offer']}>
                <time dateTime={offer.dateOffered} className={styles['time']}>
                  {formatTime(offer.dateOffered)}
                </time>
                <bdi>{shownText(offer.expert.name)}</bdi>
                <Badge kind={kind}>{say(key)}</Badge>
                {offer.reason && (
                  <q className={styles['reason']} dir="auto">
                    {offer.reason}
                  </q>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </details>
  )
}
