import { jobs } from '@askline/contracts'
import type { Job } from 'bullmq'
import type { Logger } from '../logger.ts'
import { type Batch, batchName } from './batches.ts'
import { canaryJob } from './canary.ts'
import { BatchFailedError, fitsCatalogue } from './handlers.ts'
import type { Producer } from './producers.ts'
import { reasonOf } from './reasons.ts'

/** A job that failed for good. */
export type DeadJob = {
  name: string
  /** The job's name in BullMQ: the same job has the same one whenever it is noticed. */
  jobKey: string
  /** As the catalogue has it; of a job that the catalogue does not know its ids; null where it is no payload of that job. */
  payload: Record<string, unknown> | null
  /** Ids in it, whatever else it holds: who it belongs to is found by them. */
  ids: Record<string, string>
  /** One word, without any text of the error. */
  reason: string
  attempts: number
}

/** Keeps dead jobs; the same one again changes nothing. */
export type KeepDead = (jobs: DeadJob[]) => Promise<void>

/** What is to be kept of a job that failed for good; of a batch, those of its members that failed. */
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
    // Whoever asked was told so, and waits no more.
    if (Object.hasOwn(jobs, name) && jobs[name as keyof typeof jobs].attempts === 1) return []
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

/** What may be kept of a job's payload. */
function contentOf(name: string, data: unknown): Pick<DeadJob, 'payload' | 'ids'> {
  const ids = idsOf(data)
  const fits = fitsCatalogue(name, data)
  return { payload: fits ? (data as Record<string, unknown>) : fits === undefined ? ids : null, ids }
}

/** A job's name as it may be kept: a stranger's may say anything. */
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

/** What is to be kept of an outbox row that the queues refuse: of each of its jobs what a dead job would be. */
export function deadJobsOfRow(row: { key: string; jobs: unknown }, reason: string, attempts: number): DeadJob[] {
  const listed: unknown[] = Array.isArray(row.jobs) && row.jobs.length > 0 ? row.jobs : [undefined]
  return listed.map((one, n) => {
    const { job, payload } = Object(one) as { job?: unknown; payload?: unknown }
    return { name: nameOf(job), jobKey: `${row.key}-${n}`, ...contentOf(String(job), payload), reason, attempts }
  })
}

/** Between looks for failed jobs that nobody kept, in ms. */
const lookMs = 5_000
const atOnce = 100

/**
 * Takes jobs that failed for good out of Redis, once they are kept: also those whose worker died of them, and those that could not
 * be kept when they failed.
 */
export function collectDead(producer: Producer, keep: KeepDead, logger: Logger) {
  let running: Promise<void> | undefined
  let isStopped = false

  async function collect(): Promise<void> {
    const failed = (await producer.getFailed(0, atOnce - 1)).filter((job) => job && job.name !== canaryJob)
    if (failed.length === 0) return
    await keep(failed.flatMap((job) => deadJobsOf(job, new Error(job.failedReason))))
    // One that another process takes out at this moment is gone.
    await Promise.allSettled(failed.map((job) => job.remove()))
  }
  const look = () => {
    if (isStopped) return
    running ??= collect()
      .catch((err) => logger.debug({ err }, 'Failed jobs are collected later'))
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
