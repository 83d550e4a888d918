import type { ModelReport } from '@askline/client'
import { Figures } from '../../ui/figures.tsx'
import { language } from '../../words/messages.ts'
import { percent } from '../../words/percent.ts'
import { Section } from '../frame/section.tsx'
import styles from './reliability.module.css'
import { say } from './training-words.ts'

type Bin = ModelReport['reliability'][number]

/** How many predictions were right at each confidence: as a curve, and as a table with the same figures. */
export function Reliability({ bins }: { bins: readonly Bin[] }) {
  const filled = bins.filter(({ cases }) => cases > 0)
  return (
    <Section title={say('models.reliability')} lead={say('models.reliabilityLead')} isWide>
      {filled.length === 0 ? (
        <p>{say('models.reliabilityNone')}</p>
      ) : (
        <div className={styles['both']}>
          <Curve bins={filled} />
          <Figures
            label={say('models.reliabilityTable')}
            heads={[
              say('models.confidence'),
              say('models.meanConfidence'),
              say('models.rightShare'),
              say('models.cases'),
            ]}
            rows={filled.map(({ from, to, cases, confidence, right }) => ({
              key: String(from),
              cells: [
                say('models.range', { from: percent(from), to: percent(to) }),
                percent(confidence),
                percent(right / cases),
                cases.toLocaleString(language()),
              ],
            }))}
          />
        </div>
      )}
    </Section>
  )
}

// The plot in the units of the drawing.
const [left, right, top, bottom] = [48, 300, 10, 226]
const xOf = (share: number) => left + share * (right - left)
const yOf = (share: number) => bottom - share * (bottom - top)
const ticks = [0, 0.25, 0.5, 0.75, 1]
/** Radii of the smallest and the largest bin. Their areas show how many examples they hold. */
const [leastRadius, mostRadius] = [3, 9]

/** Drawn for the eye only: the table beside it has the same figures. */
function Curve({ bins }: { bins: readonly Bin[] }) {
  const most = Math.max(...bins.map(({ cases }) => cases))
  const points = bins.map(({ cases, confidence, right: rightOnes }) => ({
    x: xOf(confidence),
    y: yOf(rightOnes / cases),
    radius: Math.max(leastRadius, mostRadius * Math.sqrt(cases / most)),
  }))
  return (
    <svg className={styles['curve']} viewBox="0 0 320 270" aria-hidden="true" focusable="false">
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={styles['grid']} x1={left} x2={right} y1={yOf(tick)} y2={yOf(tick)} />
          <text className={styles['label']} x={left - 6} y={yOf(tick) + 4} textAnchor="end">
            {percent(tick)}
          </text>
          <text className={styles['label']} x={xOf(tick)} y={bottom + 16} textAnchor="middle">
            {percent(tick)}
          </text>
        </g>
      ))}
      <line className={styles['ideal']} x1={left} y1={bottom} x2={right} y2={top} />
      <polyline className={styles['line']} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.map(({ x, y, radius }) => (
        <circle key={x} className={styles['point']} cx={x} cy={y} r={radius} />
      ))}
      <text className={styles['axis']} x={(left + right) / 2} y={bottom + 36} textAnchor="middle">
        {say('models.confidence')}
      </text>
      <text className={styles['axis']} x={-(top + bottom) / 2} y={12} textAnchor="middle" transform="rotate(-90)">
        {say('models.rightShare')}
      </text>
    </svg>
  )
}
