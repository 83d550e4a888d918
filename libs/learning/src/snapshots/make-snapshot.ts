import { type Database, inSystem, newId, type Tx } from '@askline/db'
import { addHistory, buildRanker, countQuestions, rankerToBytes, refit, refitProspects } from '@askline/text'
import { findCompanyTimes } from '../evidence/company-times.ts'
import { readPastEvidence } from '../evidence/past-evidence.ts'
import { findResolvedEvidence, findResolvedIds } from '../evidence/resolved-evidence.ts'
import { writeSnapshotBytes } from './snapshot-bytes.ts'
import type { Snapshot, SnapshotWork } from './snapshots.ts'

/** Questions below which rows are read as fast as a snapshot. */
export const leastOfSnapshot = 2_000

/** `lost`: another process has the lease, or a person was forgotten meanwhile. */
export type MadeSnapshot = Snapshot | 'too-little' | 'lost'

/**
 * Learns at most `most` resolved questions of a company, fits ranking weights and chances of resolution, and writes the bytes. The
 * caller publishes them. A million questions take minutes and block a thread: see `snapshot-main.ts`. Returns `too-little` for an
 * unknown company.
 */
export async function makeSnapshot(
  db: Database,
  work: SnapshotWork,
  { most, least, chunk }: { most: number; least: number; chunk: number },
): Promise<MadeSnapshot> {
  const { companyId } = work
  const run = <T>(read: (tx: Tx) => Promise<T>) => inSystem(db, read)
  // Read first: a worker that uses the snapshot reads again what commits meanwhile.
  const [time] = await run((tx) => findCompanyTimes(tx, [companyId]))
  if (!time) return 'too-little'
  const ranker = buildRanker([], [])
  const resolved = await run((tx) => findResolvedIds(tx, companyId, most))
  for await (const page of readPastEvidence(run, companyId, { most: most - resolved.length, chunk })) {
    for (const question of page) addHistory(ranker, question)
  }
  for (let from = 0; from < resolved.length; from += chunk) {
    const ids = resolved.slice(from, from + chunk)
    for (const question of await run((tx) => findResolvedEvidence(tx, ids))) addHistory(ranker, question)
  }
  if (countQuestions(ranker) < least) return 'too-little'
  refit(ranker)
  // By answers, as workers judge. `refit` goes by accepted answers.
  await refitProspects(ranker, () => undefined)
  const bytes = rankerToBytes(ranker)
  const snapshotId = newId()
  if (!(await writeSnapshotBytes(run, snapshotId, work, bytes))) return 'lost'
  return {
    companyId,
    snapshotId,
    history: time.history,
    knownUntil: time.companyNow,
    questions: countQuestions(ranker),
    sizeBytes: bytes.length,
  }
}
