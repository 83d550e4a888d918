import type { ExpertRecord } from '@askline/client'
import type { ReactNode } from 'react'
import { type FigureRow, Figures } from '../ui/figures.tsx'
import { language } from '../words/messages.ts'
import { percent } from '../words/percent.ts'
import { formatDuration } from '../words/times.ts'
import styles from './expert-record.module.css'
import { type RecordKey, say } from './record-words.ts'

type Period = ExpertRecord['periods'][number]
type Offers = Period['offers']

const dayMs = 86_400_000
const count = (n: number) => n.toLocaleString(language())
const duration = (ms: number | null) => (ms === null ? say('record.none') : formatDuration(ms))

/** The figures of a record: a column for each period, and below each name what it means. */
export function RecordTables({ record: { periods, offersKeptMs } }: { record: ExpertRecord }) {
  const keptDays = Math.round(offersKeptMs / dayMs)
  const nameOf = ({ days }: { days: number }) => say('record.days', { n: days })
  const row = (name: RecordKey, note: RecordKey, figure: (period: Period) => string): FigureRow => ({
    key: name,
    cells: [say(name), ...periods.map(figure)],
    note: say(note),
  })
  const ofOffers = (name: RecordKey, note: RecordKey, figure: (offers: Offers) => string): FigureRow => ({
    key: name,
    cells: [say(name), ...periods.map(({ offers }) => figure(offers))],
    note: say(note),
  })
  const classes = periods.at(-1)?.classes ?? []
  const reasons = periods.at(-1)?.offers.declineReasons ?? []
  return (
    <div className={styles['tables']}>
      <Part title={say('record.offers')}>
        <Figures
          label={say('record.offers')}
          heads={[say('record.figure'), ...periods.map(nameOf)]}
          rows={[
            ofOffers('record.received', 'record.receivedNote', (offers) => count(offers.received)),
            ofOffers('record.claimed', 'record.claimedNote', (offers) => count(offers.claimed)),
            ofOffers('record.declined', 'record.declinedNote', (offers) => count(offers.declined)),
            ofOffers('record.missed', 'record.missedNote', (offers) => count(offers.missed)),
            ofOffers('record.withdrawn', 'record.withdrawnNote', (offers) => count(offers.withdrawn)),
            ofOffers('record.open', 'record.openNote', (offers) => count(offers.open)),
            ofOffers('record.claimTime', 'record.claimTimeNote', (offers) => duration(offers.medianClaimMs)),
            ofOffers('record.released', 'record.releasedNote', (offers) => count(offers.released)),
            ofOffers('record.escalated', 'record.escalatedNote', (offers) => count(offers.escalated)),
            ofOffers('record.lapsed', 'record.lapsedNote', (offers) => count(offers.lapsed)),
          ]}
        />
      </Part>
      <div className={styles['column']}>
        <Part title={say('record.answers')}>
          <Figures
            label={say('record.answers')}
            heads={[say('record.figure'), ...periods.map(nameOf)]}
            rows={[
              row('record.answered', 'record.answeredNote', ({ answers }) => count(answers.given)),
              row('record.resolved', 'record.resolvedNote', ({ answers }) => count(answers.resolved)),
              row('record.answerTime', 'record.answerTimeNote', ({ answers }) => duration(answers.medianAnswerMs)),
              row('record.rating', 'record.ratingNote', ({ ratings }) => rating(ratings)),
              row('record.kept', 'record.keptNote', ({ promises }) => keptShare(promises)),
              row('record.late', 'record.lateNote', ({ promises }) => count(promises.late)),
            ]}
          />
        </Part>
        {classes.length > 0 && (
          <Part title={say('record.classes')} lead={say('record.classesLead')}>
            <Figures
              label={say('record.classes')}
              heads={[say('record.class'), say('record.resolved')]}
              rows={classes.map((one) => ({ key: one.class, cells: [one.class, count(one.resolved)] }))}
            />
          </Part>
        )}
        {reasons.length > 0 && (
          <Part title={say('record.reasons')} lead={say('record.reasonsLead', { n: keptDays })}>
            <Figures
              label={say('record.reasons')}
              heads={[say('record.reason'), say('record.declined')]}
              rows={reasons.map(({ reason, count: n }) => ({
                key: reason ?? '',
                cells: [reason ?? say('record.noReason'), count(n)],
              }))}
            />
          </Part>
        )}
      </div>
    </div>
  )
}

function rating({ average, count: n }: Period['ratings']): string {
  if (average === null) return say('record.none')
  const share = percent(average, 0)
  return say('record.ratingOf', { share, n })
}

function keptShare({ kept, late }: Period['promises']): string {
  if (kept + late === 0) return say('record.none')
  const share = percent(kept / (kept + late), 0)
  return say('record.ratingOf', { share, n: kept })
}

function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className={styles['part']} aria-label={title}>
      <h3 className={styles['name']}>{title}</h3>
      {lead && <p className={styles['lead']}>{lead}</p>}
      {children}
    </section>
  )
}
