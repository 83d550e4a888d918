import type { Clock } from '@askline/client'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { FaultNotice } from '../../conversation/fault-notice.tsx'
import { type Fetched, useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { useRefusal } from '../../live/use-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Select } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useRefusedFocus } from '../../ui/refused-focus.ts'
import { language } from '../../words/messages.ts'
import { formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import { Confirm } from '../frame/confirm.tsx'
import { Loaded } from '../frame/loaded.tsx'
import { Page } from '../frame/page.tsx'
import styles from './clock-page.module.css'

/** ms between two looks at an advance that is under way. */
const pollMs = 2_000

/** `/desk/admin/clock`: the time of a sandbox, and how to advance it. */
export function ClockPage() {
  const { client } = useLive()
  const clock = useFetch('clock', () => client.admin.clock.get(), { pollMs })
  return (
    <Page title={say('clock.title')} lead={say('clock.lead')}>
      <Loaded resource={clock}>
        {(value) =>
          value.isSandbox ? (
            <SandboxClock clock={value} resource={clock} />
          ) : (
            <Empty icon="clock" title={say('clock.real')}>
              {say('clock.realHint')}
            </Empty>
          )
        }
      </Loaded>
    </Page>
  )
}

const steps = [
  { value: 'PT1H', text: say('clock.hour') },
  { value: 'PT8H', text: say('clock.hours8') },
  { value: 'P1D', text: say('clock.day') },
  { value: 'P3D', text: say('clock.days3') },
  { value: 'P7D', text: say('clock.week') },
]

function SandboxClock({ clock: { now, ahead, advance }, resource }: { clock: Clock; resource: Fetched<Clock> }) {
  const { client } = useLive()
  const [step, setStep] = useState('PT8H')
  const [isAsking, setIsAsking] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const refusal = useRefusal()
  useRefusedFocus(form, refusal.last)
  const fault = refusal.faultOf('advance')
  const stepText = steps.find(({ value }) => value === step)?.text ?? step
  return (
    <>
      <dl className={styles['now']}>
        <dt>{say('clock.now')}</dt>
        <dd>
          <time dateTime={now} className={styles['time']}>
            {formatTime(now)}
          </time>
          <span className={styles['faint']}>{aheadText(ahead)}</span>
        </dd>
      </dl>
      <div ref={form} className={styles['form']}>
        <Select
          label={say('clock.by')}
          options={steps}
          value={step}
          fault={fault}
          onChange={(event) => setStep(event.currentTarget.value)}
        />
        <Button kind="primary" icon="clock" onClick={() => setIsAsking(true)}>
          {say('clock.advance')}
        </Button>
      </div>
      {fault === undefined && <FaultNotice fault={refusal.fault} />}
      {advance && (
        <Notice kind={advance.isFinished ? 'good' : 'info'} isLive title={say('clock.last')}>
          <p>
            {advance.isFinished
              ? say('clock.done', {
                  n: advance.moves,
                  from: advance.from ? formatTime(advance.from) : '',
                  to: advance.to ? formatTime(advance.to) : '',
                })
              : say('clock.running', { n: advance.moves })}
          </p>
          {advance.isFinished && advance.moves > 0 && <Link href="/admin/questions">{say('clock.see')}</Link>}
        </Notice>
      )}
      {isAsking && (
        <Confirm
          title={say('clock.confirm', { duration: stepText })}
          doLabel={say('clock.advance')}
          refusal={refusal}
          onClose={() => setIsAsking(false)}
          onConfirm={async () => {
            await client.admin.clock.advance(step)
            resource.reload()
          }}
        >
          <p>{say('clock.confirmHint')}</p>
        </Confirm>
      )}
    </>
  )
}

const partsOf = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/
/** The units with their length in seconds. */
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** How far the sandbox is ahead of real time, for example by "7 days 8 hours", from an ISO 8601 duration. */
function aheadText(ahead: string): string {
  const amounts = partsOf.exec(ahead)?.slice(1) ?? []
  let rest = units.reduce((sum, [, seconds], at) => sum + seconds * Number(amounts[at] ?? 0), 0)
  const parts = units.flatMap(([unit, seconds]) => {
    const amount = unit === 'second' ? rest : Math.floor(rest / seconds)
    rest -= amount * seconds
    if (amount === 0) return []
    return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long' }).format(amount)
  })
  return parts.length === 0 ? say('clock.sameTime') : say('clock.ahead', { duration: parts.join(' ') })
}
