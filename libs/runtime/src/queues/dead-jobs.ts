import { type DeadJob, type JobName, jobs } from '@askline/contracts'
import type { Job } from 'bullmq'
import type { Logger } from '../logger.ts'
import { type Batch, batchName } from './bull-jobs.ts'
import { canaryJob } from './canary.ts'
import { reasonOf } from './failure-reasons.ts'
import { BatchFailedError } from './job-handlers.ts'
import { fitsCatalogue } from './payloads.ts'
import type { Producer } from './producers.ts'

/** Stores dead jobs. Idempotent. */
export type KeepDead = (jobs: DeadJob[]) => Promise<void>

/** Returns the records of a job that failed for good. For a batch: of its failed members. */
export function deadJobsOf(job: Job<unknown>, error: unknown): DeadJob[] {
  const attempts = Math.max(1, job.attemptsStarted ?? job.attemptsMade)
  if (job.name !== batchName) return kept(job.name, job.id ?? '', job.data, error, attempts)
  const members = error instanceof BatchFailedError ? error.failures : membersOf(job, error)
  return members.flatMap(({ member, reason }) => kept(member.name, member.jobId, member.data, reason, attempts))

  function membersOf({ data }: Job<unknown>, reason: unknown) {
    const batch = data as Partial<Batch> | null
    return (Array.isArray(batch?.members) ? batch.members : []).map((member) => ({ member: Object(member), reason }))
  }
  function kept(name: string, jobKey: string, data: unknown, reason: unknown, tries: number): DeadJob[] {
    const spec = Object.hasOwn(jobs, name) ? jobs[name as JobName] : undefined
    // The caller of this job got an error and no longer waits.
    if (spec && spec.queue !== null && spec.attempts === 1) return []
    return [
      {
        name: nameOf(name),
        jobKey: String(jobKey),
        ...contentOf(name, data),
        reason: reasonOf(reason),
        attempts: tries,
      },
    ]
  }
}

/** Returns the parts of a payload that may be stored. */
function contentOf(name: string, data: unknown): Pick<DeadJob, 'payload' | 'ids'> {
  const ids = idsOf(data)
  const fits = fitsCatalogue(name, data)
  return { payload: fits ? (data as Record<string, unknown>) : fits === undefined ? ids : null, ids }
}

/** Returns the job's name, or a placeholder: the name of an unknown job could contain text. */
const nameOf = (name: unknown): string =>
  typeof name === 'string' && /^[a-z0-9-]{1,60}$/.test(name) ? name : 'unknown'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const idsOf = (data: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object(data)).filter(
      (entry): entry is [string, string] =>
        /^[A-Za-z]{1,40}$/.test(entry[0]) && typeof entry[1] === 'string' && uuid.test(entry[1]),
    ),
  )

/** Returns the records of an outbox row that the queues refuse: one dead job for each of its jobs. */
export function deadJobsOfRow(row: { key: string; jobs: unknown }, reason: string, attempts: number): DeadJob[] {
  const listed: unknown[] = Array.isArray(row.jobs) && row.jobs.length > 0 ? row.jobs : [undefined]
  return listed.map((one, n) => {
    const { job, payload } = Object(one) as { job?: unknown; payload?: unknown }
    return { name: nameOf(job), jobKey: `${row.key}-${n}`, ...contentOf(String(job), payload), reason, attempts }
  })
}

/** Time in ms between searches for failed jobs that were not stored. */
const lookMs = 5_000
const atOnce = 100

/**
 * Stores jobs that failed for good, then removes them from Redis. This includes jobs that crashed their worker and jobs that
 * could not be stored when they failed.
 */
export function collectDead(producer: Producer, keep: KeepDead, logger: Logger) {
  let running: Promise<void> | undefined
  let isStopped = false

  async function collect(): Promise<void> {
    const failed = (await producer.getFailed(0, atOnce - 1)).filter((job) => job && job.name !== canaryJob)
    if (failed.length === 0) return
    await keep(failed.flatMap((job) => deadJobsOf(job, new Error(job.failedReason))))
    // Another process may have removed it at the same moment.
    await Promise.allSettled(failed.map((job) => job.remove()))
  }
  const look = () => {
    if (isStopped) return
    running ??= collect()
      .catch((err) => logger.debug({ err }, 'Failed jobs could not be collected and are tried again'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(look, lookMs)
  look()
  return {
    wake: look,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
