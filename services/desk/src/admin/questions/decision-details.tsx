import type { RoutingExplanation } from '@askline/client'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../../words/times.ts'
import { language } from '../../words/words.ts'
import { say } from '../words.ts'
import styles from './decision-details.module.css'

type Decision = RoutingExplanation['decisions'][number]

const kinds = {
  pending: 'go',
  accepted: 'good',
  declined: 'warn',
  timed_out: 'warn',
  withdrawn: 'plain',
} as const

/** Why each expert was or was not asked, the asked ones first, with their scores and what became of their offers. */
export function DecisionDetails({ decision: { experts, others } }: { decision: Decision }) {
  const asked = experts.filter(({ verdict }) => verdict === 'offered')
  if (experts.length === 0 && others.length === 0) return null
  return (
    <details className={styles['details']} open={asked.length > 0 && asked.length <= 3}>
      <summary>{say('timeline.experts', { n: experts.length })}</summary>
      <ul className={styles['experts']}>
        {[...asked, ...experts.filter(({ verdict }) => verdict !== 'offered')].map((expert) => (
          <li key={expert.uuid} className={styles['expert']}>
            <p className={styles['name']}>
              <bdi>{expert.name}</bdi>
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
            <p className={styles['faint']} lang="en">
              {expert.explanation}
            </p>
            <Features features={expert.features} />
          </li>
        ))}
        {others.map(({ verdict, explanation }) => (
          <li key={verdict} className={`${styles['expert']} ${styles['faint']}`} lang="en">
            {explanation}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What a score is made of, what weighs most first. */
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
