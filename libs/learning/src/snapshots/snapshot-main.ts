import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '@askline/db'
import { makeSnapshot } from './make-snapshot.ts'
import type { SnapshotOrder } from './snapshot-maker.ts'

// On Linux 0 means the calling thread. This one yields to all request handling, even in a process with a low priority.
setPriority(0, Math.min(19, getPriority(0) + 10))

const { databaseUrl, work, bounds } = workerData as SnapshotOrder
const db = openDatabase(databaseUrl, {
  applicationName: 'askline-evidence',
  maxConnections: 2,
  // No request waits for it, and reading the ids of a million questions takes long.
  statementMs: 120_000,
})
try {
  parentPort?.postMessage(await makeSnapshot(db, work, bounds))
} finally {
  await db.close()
}
