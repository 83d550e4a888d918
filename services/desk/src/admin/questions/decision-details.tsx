import type { RoutingExplanation } from '@askline/client'
import { Badge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { language } from '../../words/messages.ts'
import { shownText } from '../../words/shown-text.ts'
import { formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import styles from './decision-details.module.css'
import { describeVerdict } from './describe-decision.ts'

type Decision = RoutingExplanation['decisions'][number]

const kinds = {
  pending: 'go',
  accepted: 'good',
  declined: 'warn',
  timed_out: 'warn',
  withdrawn: 'plain',
} as const

/** Shows the experts who were offered the question with the outcome. The reasons against every other expert are folded below. */
export function DecisionDetails({ decision: { experts, others } }: { decision: Decision }) {
  const asked = experts.filter(({ verdict }) => verdict === 'offered')
  const notAsked = experts.filter(({ verdict }) => verdict !== 'offered')
  return (
    <>
      {asked.length > 0 && (
        <ul className={styles['experts']}>
          {asked.map((expert) => (
            <ConsideredExpert key={expert.uuid} expert={expert} />
          ))}
        </ul>
      )}
      {(notAsked.length > 0 || others.length > 0) && (
        <details className={styles['details']}>
          <summary>
            {notAsked.length > 0 ? say('timeline.notAsked', { n: notAsked.length }) : say('timeline.whyNotAsked')}
          </summary>
          <ul className={styles['experts']}>
            {notAsked.map((expert) => (
              <ConsideredExpert key={expert.uuid} expert={expert} />
            ))}
            {others.map(({ verdict, count }) => (
              <li key={verdict} className={classNames(styles['expert'], styles['faint'])}>
                {say('decision.more', { n: count, verdict: say(`verdict.${verdict}`) })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function ConsideredExpert({ expert }: { expert: Decision['experts'][number] }) {
  return (
    <li className={styles['expert']}>
      <p className={styles['name']}>
        <bdi>{shownText(expert.name)}</bdi>
        {expert.outcome && <Badge kind={kinds[expert.outcome]}>{say(`offer.${expert.outcome}`)}</Badge>}
        {expert.score !== null && (
          <span className={styles['faint']}>{say('timeline.score', { score: formatNumber(expert.score) })}</span>
        )}
        {expert.dateSettled && (
          <time className={styles['faint']} dateTime={expert.dateSettled}>
            {formatTime(expert.dateSettled)}
          </time>
        )}
      </p>
      <p className={styles['faint']}>{describeVerdict(expert)}</p>
      <Features features={expert.features} />
    </li>
  )
}

/** Shows the parts of a score, the largest first. */
function Features({ features }: { features: Readonly<Record<string, number>> }) {
  const sorted = Object.entries(features).sort(([, one], [, other]) => Math.abs(other) - Math.abs(one))
  if (sorted.length === 0) return null
  return (
    <details className={styles['details']}>
      <summary>{say('timeline.features')}</summary>
      <ul className={styles['features']}>
        {sorted.map(([name, value]) => (
          <li key={name}>
            <code>{name}</code> {formatNumber(value)}
          </li>
        ))}
      </ul>
    </details>
  )
}

const formatNumber = (value: number) => value.toLocaleString(language(), { maximumFractionDigits: 2 })
