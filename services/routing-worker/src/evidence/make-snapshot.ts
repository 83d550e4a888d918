import { type Database, inSystem, newId, type Tx } from '@askline/db'
import {
  findCompanyTimes,
  findResolvedEvidence,
  findResolvedIds,
  readPastEvidence,
  type Snapshot,
  writeSnapshotBytes,
} from '@askline/domain'
import { buildRanker, countQuestions, rankerToBytes, recall, refit } from '@askline/text'

/** Below so many questions rows are read as fast. */
export const leastOfSnapshot = 2_000

/**
 * Learns all that a company has resolved, `most` questions at most, fits the mix to it and writes the bytes; who calls makes them
 * count. Minutes of work for a million questions, which hold a thread: see `snapshot-main.ts`. Undefined where there is too
 * little, or no such company.
 */
export async function makeSnapshot(
  db: Database,
  companyId: string,
  { most, least, chunk }: { most: number; least: number; chunk: number },
): Promise<Snapshot | undefined> {
  const run = <T>(work: (tx: Tx) => Promise<T>) => inSystem(db, work)
  // First: what commits while the rest is read is read again by whoever uses this.
  const [time] = await run((tx) => findCompanyTimes(tx, [companyId]))
  if (!time) return undefined
  const ranker = buildRanker([], [])
  const resolved = await run((tx) => findResolvedIds(tx, companyId, most))
  for await (const page of readPastEvidence(run, companyId, { most: most - resolved.length, chunk })) {
    for (const question of page) recall(ranker, question)
  }
  for (let from = 0; from < resolved.length; from += chunk) {
    const ids = resolved.slice(from, from + chunk)
    for (const question of await run((tx) => findResolvedEvidence(tx, ids))) recall(ranker, question)
  }
  if (countQuestions(ranker) < least) return undefined
  refit(ranker)
  const bytes = rankerToBytes(ranker)
  const snapshotId = newId()
  await writeSnapshotBytes(run, { snapshotId, companyId }, bytes)
  return {
    companyId,
    snapshotId,
    history: time.history,
    knownUntil: time.companyNow,
    questions: countQuestions(ranker),
    sizeBytes: bytes.length,
  }
}
