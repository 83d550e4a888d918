import { Worker } from 'node:worker_threads'
import { type Database, inSystem } from '@askline/db'
import { clearSnapshotBytes } from '@askline/domain/learning/drop-snapshot'
import { threadScript } from '@askline/runtime/request-thread'
import type { MadeSnapshot } from './make-snapshot.ts'
import { endSnapshotWork, keepSnapshot, type SnapshotWork, snapshotLeases, takeSnapshotWork } from './snapshots.ts'

/** Time between two heartbeats, in ms. */
const heartbeatMs = 5_000
/** Heap limit of the thread in MB; typed arrays are outside the heap. A company with too many questions fails alone. */
const mostMemory = 4_096

/** `most`: questions of a snapshot. `least`: fewer make none. `chunk`: questions per page. */
export type SnapshotBounds = { most: number; least: number; chunk: number }
export type SnapshotOrder = { databaseUrl: string; work: SnapshotWork; bounds: SnapshotBounds }

/**
 * The outcome `busy` means that nothing was due, or that another process does it. The outcome `lost` means that the lease was lost,
 * for example because a person was forgotten. The outcome `stopped` means that the maker was closed.
 */
export type SnapshotOutcome = 'kept' | 'too-little' | 'busy' | 'lost' | 'stopped'

export type SnapshotMaker = {
  /** Makes a snapshot of a company's evidence if one is due. Rejects if the thread fails, and the work is retried. */
  make(companyId: string): Promise<SnapshotOutcome>
  /** Ends a running snapshot, which another process then starts again, and takes no more work. */
  close(): Promise<void>
}

const script = threadScript(import.meta.url, './snapshot-main.js')

/** Makes snapshots in a thread with its own connections, one at a time per process. */
export function openSnapshotMaker(db: Database, databaseUrl: string, bounds: SnapshotBounds): SnapshotMaker {
  let thread: Worker | undefined
  let making: Promise<SnapshotOutcome> | undefined
  let isClosed = false

  async function takeAndMake(companyId: string): Promise<SnapshotOutcome> {
    const work = await inSystem(db, (tx) => takeSnapshotWork(tx, companyId))
    if (!work) return 'busy'
    try {
      // First the remains of an unfinished snapshot, afterwards the bytes of the previous one.
      await clear(companyId, work.beganAt)
      const outcome = await runThread(work)
      await clear(companyId)
      return outcome
    } catch (error) {
      if (!isClosed) {
        await inSystem(db, (tx) => snapshotLeases.fail(tx, work)).catch(() => undefined)
        throw error
      }
      await inSystem(db, (tx) => snapshotLeases.giveBack(tx, work))
      return 'stopped'
    }
  }

  async function runThread(work: SnapshotWork): Promise<SnapshotOutcome> {
    if (isClosed) throw new Error('The snapshot maker is closed')
    const order: SnapshotOrder = { databaseUrl, work, bounds }
    const opened = new Worker(script, {
      execArgv: [],
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: mostMemory },
    })
    opened.unref()
    thread = opened
    let isLost = false
    const heartbeats = setInterval(async () => {
      isLost ||= !(await inSystem(db, (tx) => snapshotLeases.heartbeat(tx, work)).catch(() => true))
      if (isLost) await opened.terminate()
    }, heartbeatMs)
    try {
      const made = await new Promise<MadeSnapshot>((resolve, reject) => {
        opened.on('message', resolve)
        opened.on('error', reject)
        opened.on('exit', () => reject(new Error('The snapshot thread has ended')))
      })
      if (made === 'lost') return made
      if (made !== 'too-little') return (await inSystem(db, (tx) => keepSnapshot(tx, work, made))) ? 'kept' : 'lost'
      await inSystem(db, (tx) => endSnapshotWork(tx, work))
      return made
    } catch (error) {
      if (isLost) return 'lost'
      throw error
    } finally {
      clearInterval(heartbeats)
      thread = undefined
    }
  }

  async function clear(companyId: string, beganAt?: Date): Promise<void> {
    for (let hasMore = true; hasMore && !isClosed; )
      hasMore = await inSystem(db, (tx) => clearSnapshotBytes(tx, companyId, beganAt))
  }

  return {
    async make(companyId) {
      if (isClosed || making) return 'busy'
      making = takeAndMake(companyId).finally(() => {
        making = undefined
      })
      return making
    },
    async close() {
      isClosed = true
      await thread?.terminate()
      await making?.catch(() => undefined)
    },
  }
}
