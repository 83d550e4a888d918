import type { Invariant } from '@askline/client'
import { Badge } from '../../ui/badge.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatTime } from '../../words/times.ts'
import { codeText, say } from '../admin-words.ts'
import { ApiText } from '../frame/api-text.tsx'
import styles from './invariants.module.css'

/** Shows the invariants of questions: one sentence if all hold, and each rule with its violations and repairs. */
export function Invariants({ invariants }: { invariants: readonly Invariant[] }) {
  const broken = invariants.filter(({ violations }) => violations > 0)
  return (
    <section className={styles['invariants']} aria-labelledby="invariants-title">
      <h2 id="invariants-title" className={styles['title']}>
        {say('invariants.title')}
      </h2>
      <Notice
        kind={broken.length === 0 ? 'good' : 'bad'}
        title={
          broken.length === 0
            ? say('invariants.allHold', { n: invariants.length })
            : say('invariants.broken', { n: broken.length })
        }
      >
        <p>{say('invariants.hint')}</p>
      </Notice>
      <details className={styles['details']} open={broken.length > 0}>
        <summary>{say('invariants.each')}</summary>
        <ul className={styles['list']}>
          {[...broken, ...invariants.filter(({ violations }) => violations === 0)].map(
            ({ name, description, violations, repaired }) => (
              <li key={name} className={styles['row']}>
                <span>
                  <ApiText text={codeText(`invariant.${name}`)} message={description} />
                </span>
                <span className={styles['facts']}>
                  {violations > 0 ? (
                    <Badge kind="bad">{say('invariants.violations', { n: violations })}</Badge>
                  ) : (
                    <Badge kind="good">{say('invariants.holds')}</Badge>
                  )}
                  {repaired.lastDate && (
                    <span className={styles['faint']}>
                      {say('invariants.repaired', { n: repaired.total, time: formatTime(repaired.lastDate) })}
                    </span>
                  )}
                </span>
              </li>
            ),
          )}
        </ul>
      </details>
    </section>
  )
}
