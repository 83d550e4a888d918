import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '@askline/db'
import { makeSnapshot } from './make-snapshot.ts'
import type { SnapshotOrder } from './snapshot-keeper.ts'

// On Linux 0 is the calling thread: this one yields to those who answer, also in a process that yields itself.
setPriority(0, Math.min(19, getPriority(0) + 10))

const { databaseUrl, work, bounds } = workerData as SnapshotOrder
const db = openDatabase(databaseUrl, {
  applicationName: 'askline-evidence',
  maxConnections: 2,
  // Nobody waits for it: the ids of a million questions take their time.
  statementMs: 120_000,
})
try {
  parentPort?.postMessage(await makeSnapshot(db, work, bounds))
} finally {
  await db.close()
}
