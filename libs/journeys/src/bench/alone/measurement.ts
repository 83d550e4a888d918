import type { Verdict } from '../bench-report.ts'
import type { LoadProcess } from '../load/process.ts'
import type { Contestant, Ours } from '../ours.ts'

/** A measurement of Askline alone: a bare server has no experts, deadlines or second copies. */
export type Setting = {
  ours: Ours
  bare: Contestant
  load: LoadProcess
  /** Factor that shortens every run. */
  share: number
  /** Number of alternations. */
  pairs: number
  pending: number
  due: number
  utterances: number
  past: number
  staff: number
  grown: number
  open: number
  sockets: number
  /** Percentage of a processor that each routing worker may use, if it is limited. */
  quota: number | undefined
  databaseUrl: string
  redisUrl: string
  say(line: string): void
}

/** Lines for people, targets if the project has some, and every figure by name with its unit. */
export type Measurement = { verdicts: Verdict[]; figures: Record<string, number> }

export const whole = (value: number) => Math.round(value).toLocaleString('en-US')
export const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
export const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, millis)))
