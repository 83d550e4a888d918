import { Worker } from 'node:worker_threads'
import { type Database, inSystem } from '@askline/db'
import {
  clearSnapshotBytes,
  endSnapshotWork,
  keepSnapshot,
  putSnapshotBack,
  type SnapshotWork,
  takeSnapshotWork,
  tellSnapshot,
} from '@askline/domain'
import type { MadeSnapshot } from './make-snapshot.ts'

/** Between two words that the work goes on, in ms. */
const wordMs = 5_000
/** What a thread may hold of strings and maps, in MB; its columns are beside that. A company with too much fails alone. */
const mostMemory = 4_096

/** `most`: questions of a snapshot. `least`: fewer make none. `chunk`: questions of one page. */
export type SnapshotBounds = { most: number; least: number; chunk: number }
export type SnapshotOrder = { databaseUrl: string; work: SnapshotWork; bounds: SnapshotBounds }

/**
 * `busy`: nothing was due, or somebody else does it. `lost`: somebody was forgotten or history changed meanwhile, or the process
 * had gone silent. `stopped`: the keeper was closed.
 */
export type SnapshotOutcome = 'kept' | 'too-little' | 'busy' | 'lost' | 'stopped'

export type SnapshotKeeper = {
  /** Makes a snapshot of a company's evidence where one is due. Rejects where the thread fails: it is tried again. */
  keep(companyId: string): Promise<SnapshotOutcome>
  /** Ends what is under way, which another process then begins anew, and takes up nothing more. */
  close(): Promise<void>
}

// A thread runs JavaScript: sources under test use the build's.
const script = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/evidence/snapshot-main.js' : './snapshot-main.js',
  import.meta.url,
)

/** Makes snapshots in a thread with its own connections, one at a time in a process. */
export function openSnapshotKeeper(db: Database, databaseUrl: string, bounds: SnapshotBounds): SnapshotKeeper {
  let thread: Worker | undefined
  let making: Promise<SnapshotOutcome> | undefined
  let isClosed = false

  async function keepNow(companyId: string): Promise<SnapshotOutcome> {
    const work = await inSystem(db, (tx) => takeSnapshotWork(tx, companyId))
    if (!work) return 'busy'
    try {
      // What somebody did not finish; afterwards the snapshot of before.
      await clear(companyId, work.beganAt)
      const outcome = await make(work)
      await clear(companyId)
      return outcome
    } catch (error) {
      if (!isClosed) throw error
      await inSystem(db, (tx) => putSnapshotBack(tx, work))
      return 'stopped'
    }
  }

  async function make(work: SnapshotWork): Promise<SnapshotOutcome> {
    if (isClosed) throw new Error('The keeper of snapshots is closed')
    const order: SnapshotOrder = { databaseUrl, work, bounds }
    const opened = new Worker(script, {
      execArgv: [],
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: mostMemory },
    })
    opened.unref()
    thread = opened
    let isLost = false
    const words = setInterval(async () => {
      isLost ||= !(await inSystem(db, (tx) => tellSnapshot(tx, work)).catch(() => true))
      if (isLost) await opened.terminate()
    }, wordMs)
    try {
      const made = await new Promise<MadeSnapshot>((resolve, reject) => {
        opened.on('message', resolve)
        opened.on('error', reject)
        opened.on('exit', () => reject(new Error('The thread that keeps evidence has ended')))
      })
      if (made === 'lost') return made
      if (made !== 'too-little') return (await inSystem(db, (tx) => keepSnapshot(tx, work, made))) ? 'kept' : 'lost'
      await inSystem(db, (tx) => endSnapshotWork(tx, work))
      return made
    } catch (error) {
      if (isLost) return 'lost'
      throw error
    } finally {
      clearInterval(words)
      thread = undefined
    }
  }

  async function clear(companyId: string, beganAt?: Date): Promise<void> {
    for (let hasMore = true; hasMore && !isClosed; )
      hasMore = await inSystem(db, (tx) => clearSnapshotBytes(tx, companyId, beganAt))
  }

  return {
    async keep(companyId) {
      if (isClosed || making) return 'busy'
      making = keepNow(companyId).finally(() => {
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
