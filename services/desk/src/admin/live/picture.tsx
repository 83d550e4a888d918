import type { LivePicture } from '@askline/client'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useNow } from '../../live/use-live.ts'
import { Badge } from '../../ui/badge.tsx'
import { language } from '../../words/messages.ts'
import { percent } from '../../words/percent.ts'
import { formatDistance, formatDuration } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import styles from './picture.module.css'

/** The counts of this moment. Each stage opens its questions. */
export function Picture({ picture }: { picture: LivePicture }) {
  const { stages, lastHour, experts, model, training, filesInWork, outbox, deadLetters } = picture
  const now = useNow(10_000)
  // Questions of a sandbox live in its time.
  const companyNow = Math.max(now, new Date(picture.now).getTime())
  return (
    <>
      <section className={styles['section']} aria-labelledby="stages-title">
        <h2 id="stages-title" className={styles['title']}>
          {say('live.now')}
        </h2>
        <ul className={styles['cards']}>
          {stages.map(({ stage, count, oldest }) => (
            <li key={stage} className={styles['card']}>
              <Link href={`/admin/questions?stage=${stage}`} className={styles['link']}>
                {say(`stage.${stage}`)}
              </Link>
              <span className={styles['count']}>{count.toLocaleString(language())}</span>
              <span className={styles['faint']}>
                {oldest
                  ? say('live.oldest', { time: formatDistance(oldest.dateCreated, companyNow) })
                  : say('live.noneOpen')}
              </span>
              <span className={styles['faint']}>{say(`live.${stage}.hint`)}</span>
            </li>
          ))}
        </ul>
      </section>
      <div className={styles['groups']}>
        <Facts title={say('live.lastHour')}>
          <Fact name={say('live.asked')} hint={say('live.asked.hint')}>
            {lastHour.asked.toLocaleString(language())}
          </Fact>
          <Fact name={say('live.answered')} hint={say('live.answered.hint')}>
            {lastHour.answered.toLocaleString(language())}
          </Fact>
          <Fact name={say('live.rerouted')} hint={say('live.rerouted.hint')}>
            {lastHour.rerouted.toLocaleString(language())}
          </Fact>
          <Fact name={say('live.closed')} hint={say('live.closed.hint')}>
            {lastHour.closed.toLocaleString(language())}
          </Fact>
        </Facts>
        <Facts title={say('live.experts')}>
          <Fact name={say('live.available')} hint={say('live.available.hint')}>
            {experts.available.toLocaleString(language())}
          </Fact>
          <Fact name={say('live.away')} hint={say('live.away.hint')}>
            {experts.setAway > 0
              ? say('live.awayMissed', { n: experts.away, missed: experts.setAway })
              : experts.away.toLocaleString(language())}
          </Fact>
          <Fact name={say('live.waitingForAway')} hint={say('live.waitingForAway.hint')}>
            {experts.waitingForAway.toLocaleString(language())}
          </Fact>
          <Fact name={say('live.offline')} hint={say('live.offline.hint')}>
            {experts.offline.toLocaleString(language())}
          </Fact>
          <Fact name={say('live.load')} hint={say('live.load.hint')}>
            {say('live.loadOf', { load: experts.load, capacity: experts.capacity })}
          </Fact>
        </Facts>
        <Facts title={say('live.machine')}>
          <Fact name={say('live.model')} hint={say('live.model.hint')}>
            {model ? (
              <>
                {say('live.modelVersion', { version: String(model.version), accuracy: percent(model.accuracy) })}{' '}
                {model.isPinned && <Badge>{say('live.pinned')}</Badge>}
              </>
            ) : (
              say('live.noModel')
            )}
          </Fact>
          <Fact name={say('live.training')} hint={say('live.training.hint')}>
            {training
              ? training.isRunning
                ? percent(training.progress)
                : say('live.trainingDue')
              : say('live.trainingNone')}
          </Fact>
          <Fact name={say('live.files')} hint={say('live.files.hint')}>
            {filesInWork.toLocaleString(language())}
          </Fact>
          <Fact name={say('live.outbox')} hint={say('live.outbox.hint')}>
            {outbox.oldestMs === null
              ? outbox.waiting.toLocaleString(language())
              : say('live.outboxLag', { n: outbox.waiting, time: formatDuration(outbox.oldestMs) })}
          </Fact>
          <Fact name={say('live.deadLetters')} hint={say('live.deadLetters.hint')}>
            <Link href="/admin/dead-letters">{deadLetters.toLocaleString(language())}</Link>
          </Fact>
        </Facts>
      </div>
    </>
  )
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['section']} aria-label={title}>
      <h2 className={styles['title']}>{title}</h2>
      <dl className={styles['facts']}>{children}</dl>
    </section>
  )
}

function Fact({ name, hint, children }: { name: string; hint: string; children: ReactNode }) {
  return (
    <div className={styles['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      <dd className={styles['hint']}>{hint}</dd>
    </div>
  )
}
