import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Caller, fetchToken, openCaller } from '../clients/caller.ts'
import { type Asked, type AskingOptions, startAsking } from '../load/asking.ts'
import { findFaults, type LedgerEntry } from '../oracle.ts'
import type { Company, CompanyOptions } from '../stage/company.ts'
import type { Stage, StageOptions } from '../stage/stage.ts'

/** Figures of a failure. `ledger`: the asks of its load. */
export type Finding = {
  injected: string
  ledger: LedgerEntry[]
  /** The longest time in ms from the end of the fault until everything had recovered. */
  recoveredMs?: number
  /** Further figures, by name with unit. */
  figures?: Record<string, number>
}

/** The two sizes of a failure: short in `npm test`, full in `npm run chaos`. */
export type Form = 'short' | 'full'

/** One failure test: what is broken, and what must still hold. F numbers are those of the README. */
export type Failure = {
  readonly id: string
  readonly title: string
  /** The guarantee, as a sentence that starts with a verb. */
  readonly promise: string
  readonly needs: StageOptions
  /** Injects the failure on `stage` and reports the outcome. Throws only if the stage itself fails. */
  run(stage: Stage, form: Form, say?: (line: string) => void): Promise<Outcome>
}

/** The definition of a failure. `Size` holds its own parameters. */
type Plan<Size> = Omit<Failure, 'run'> & {
  company?: CompanyOptions | ((size: Size) => CompanyOptions)
  short: Size
  full: Size
  run(scene: Scene, size: Size): Promise<Finding>
}

/** The place of a failure: a stage, a company, and its asker ada. */
export type Scene = {
  readonly stage: Stage
  readonly company: Company
  readonly ada: Caller
  /** Records a broken guarantee. */
  must(holds: boolean, otherwise: string): void
  /** Records questions that were never accepted and attempts that were refused. The short form tolerates 503 for a tenth of them. */
  mustTake(...loads: Asked[]): void
  /** Returns the time limit for a guarantee of `ms`: the same in full form, three times as much in short form. */
  bound(ms: number): number
  /** Waits for a condition and returns the ms it took. After `bound(ms)` it records `what` as broken. */
  within(ms: number, what: string, holds: () => boolean | Promise<boolean>): Promise<number>
  /** Asks steadily as ada until it is stopped. */
  load(options: Pick<AskingOptions, 'clients' | 'perSecond' | 'body' | 'patienceMs'>): {
    asked: Asked
    stop(): Promise<Asked>
  }
  /** Asks one question each and returns them. */
  askMany(count: number, body?: object): Promise<LedgerEntry[]>
  /** Questions of this company that wait for their first offer. */
  unrouted(): Promise<number>
  /** The log lines of all services since the failure began. */
  logs(): string
  say(line: string): void
}

/** The outcome of a failure. If `broken` is empty, every guarantee held. */
export type Outcome = {
  id: string
  title: string
  injected: string
  acknowledged: number
  lost: number
  /** Questions in limbo that the reconciler found meanwhile. */
  limbo: number
  recoveredMs: number | undefined
  figures: Record<string, number>
  broken: string[]
  seconds: number
}

/**
 * How much longer the short form waits. It runs with the tests, on machines that stall for seconds, and checks whether a
 * guarantee holds. The full form checks how soon.
 */
const patience: Record<Form, number> = { short: 3, full: 1 }
/** The share of a load's attempts that a slow machine may answer with 503 while Postgres is available. */
const refusedShare: Record<Form, number> = { short: 0.1, full: 0 }

/** Returns the attempts that were not answered with 201. */
export const refused = ({ attempts }: Asked) => attempts.filter(({ status }) => status !== 201)

/** Builds a failure that can be run without knowing its `Size`. */
export function defineFailure<Size>(plan: Plan<Size>): Failure {
  const { id, title, promise, needs } = plan
  return { id, title, promise, needs, run: (stage, form, say) => carryOut(plan, stage, form, say) }
}

async function carryOut<Size>(
  plan: Plan<Size>,
  stage: Stage,
  form: Form,
  say: (line: string) => void = () => undefined,
): Promise<Outcome> {
  const size = plan[form]
  const bound = (ms: number) => ms * patience[form]
  const began = performance.now()
  const logs = stage.recordLogs()
  const broken: string[] = []
  const company = await stage.found(typeof plan.company === 'function' ? plan.company(size) : plan.company)
  // The last API's clock is correct or slow, so its tokens are valid everywhere.
  const token = await fetchToken(stage.apiUrls.at(-1) ?? '', company.integration, 'ada@example.com')
  const ada = openCaller(stage.apiUrls, token)
  const scene: Scene = {
    stage,
    company,
    ada,
    must(holds, otherwise) {
      if (!holds) broken.push(otherwise)
    },
    mustTake(...loads) {
      const untaken = loads.flatMap(({ ledger }) => ledger.filter(({ status }) => status !== 201))
      if (untaken.length > 0) broken.push(`${untaken.length} questions were never taken: ${untaken[0]?.status}`)
      for (const asked of loads) {
        const errors = refused(asked)
        const isFault = errors.some(({ status }) => status !== 503)
        if (!isFault && errors.length <= asked.attempts.length * refusedShare[form]) continue
        const statuses = [...new Set(errors.map(({ status }) => status))]
        broken.push(`${errors.length} of ${asked.attempts.length} requests failed: ${statuses.join(', ')}`)
      }
    },
    bound,
    async within(ms, what, holds) {
      const from = performance.now()
      while (!(await holds())) {
        if (performance.now() - from > bound(ms)) {
          broken.push(`${what}: not within ${(bound(ms) / 1_000).toFixed(1)} s`)
          break
        }
        await pause(50)
      }
      return performance.now() - from
    },
    load: (options) => startAsking({ urls: stage.apiUrls, token, ...options }),
    async askMany(count, body) {
      const ledger: LedgerEntry[] = []
      const rest = Array.from({ length: count }, () => randomUUID())
      const askAll = async (n: number) => {
        const caller = openCaller(stage.apiUrls, token, n)
        for (let key = rest.pop(); key !== undefined; key = rest.pop()) {
          const question = { text: `Where is my card ${key}?`, metadata: { key }, ...body }
          const { status, data } = await caller.post<{ uuid: string }>('/questions', question, {
            key,
            patienceMs: 15_000,
          })
          ledger.push({ key, status, uuid: data?.uuid })
        }
      }
      await Promise.all(Array.from({ length: Math.min(count, 32) }, (_, n) => askAll(n)))
      return ledger
    },
    async unrouted() {
      const [row] = await stage.sql<{ count: number }>(
        `select count(*)::int from questions where company_id = $1 and turn = 'experts' and wave = 0 and num_responses = 0`,
        [company.companyId],
      )
      return row?.count ?? 0
    },
    logs,
    say,
  }

  const finding = await plan.run(scene, size)
  const faults = await findFaults(stage, finding.ledger)
  broken.push(...faults)
  return {
    id: plan.id,
    title: plan.title,
    injected: finding.injected,
    acknowledged: finding.ledger.filter(({ status }) => status >= 200 && status < 300).length,
    lost: faults.filter((fault) => fault.startsWith('I1')).length,
    limbo: limboIn(logs()),
    recoveredMs: finding.recoveredMs,
    figures: finding.figures ?? {},
    broken,
    seconds: (performance.now() - began) / 1_000,
  }
}

/** Adds up the repairs that reconcilers logged. */
function limboIn(logs: string): number {
  return logs
    .split('\n')
    .filter((line) => line.includes('were brought back'))
    .flatMap((line) => Object.values((JSON.parse(line) as { repaired?: Record<string, number> }).repaired ?? {}))
    .reduce((sum, count) => sum + count, 0)
}
