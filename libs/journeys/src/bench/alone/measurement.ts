import type { BenchFlags } from '../bench-env.ts'
import type { Verdict } from '../bench-report.ts'
import type { LoadProcess } from '../load/process.ts'
import type { Contestant, Ours } from '../ours.ts'

/** A measurement of Askline alone: a bare server has no experts, deadlines or second copies. */
export type Setting = Omit<BenchFlags, 'only' | 'profileDir'> & {
  ours: Ours
  bare: Contestant
  load: LoadProcess
  databaseUrl: string
  redisUrl: string
  say(line: string): void
}

/** Lines for people, targets if the project has some, and every figure by name with its unit. */
export type Measurement = { verdicts: Verdict[]; figures: Record<string, number> }
