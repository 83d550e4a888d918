import { type Database, inSystem, newId, type Tx } from '@askline/db'
import {
  findCompanyTimes,
  findResolvedEvidence,
  findResolvedIds,
  readPastEvidence,
  type Snapshot,
  type SnapshotWork,
  writeSnapshotBytes,
} from '@askline/domain'
import { buildRanker, countQuestions, rankerToBytes, recall, refit, refitProspects } from '@askline/text'

/** Below so many questions rows are read as fast. */
export const leastOfSnapshot = 2_000

/** `lost`: somebody else has the work, or somebody was forgotten meanwhile. */
export type MadeSnapshot = Snapshot | 'too-little' | 'lost'

/**
 * Learns all that a company has resolved, `most` questions at most, fits mix and prospects to it and writes the bytes; who calls makes them
 * count. Minutes of work for a million questions, which hold a thread: see `snapshot-main.ts`. No such company is too little.
 */
export async function makeSnapshot(
  db: Database,
  work: SnapshotWork,
  { most, least, chunk }: { most: number; least: number; chunk: number },
): Promise<MadeSnapshot> {
  const { companyId } = work
  const run = <T>(read: (tx: Tx) => Promise<T>) => inSystem(db, read)
  // First: what commits while the rest is read is read again by whoever uses this.
  const [time] = await run((tx) => findCompanyTimes(tx, [companyId]))
  if (!time) return 'too-little'
  const ranker = buildRanker([], [])
  const resolved = await run((tx) => findResolvedIds(tx, companyId, most))
  for await (const page of readPastEvidence(run, companyId, { most: most - resolved.length, chunk })) {
    for (const question of page) recall(ranker, question)
  }
  for (let from = 0; from < resolved.length; from += chunk) {
    const ids = resolved.slice(from, from + chunk)
    for (const question of await run((tx) => findResolvedEvidence(tx, ids))) recall(ranker, question)
  }
  if (countQuestions(ranker) < least) return 'too-little'
  refit(ranker)
  // By answers, as a worker judges: `refit` goes by what was accepted.
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
