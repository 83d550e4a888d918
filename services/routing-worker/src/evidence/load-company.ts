import { type Database, inSystem } from '@askline/db'
import {
  findAnswerTimes,
  findCompanyTimes,
  findLastResponse,
  findResolvedEvidence,
  findResolvedIds,
  findRoutingExperts,
  readPastEvidence,
} from '@askline/domain'
import { buildBreathing } from '../loops/breathing.ts'
import { mostAnswerTimes } from './answer-times.ts'
import { CompanyEvidence } from './company-evidence.ts'

export type LoadedCompany = {
  evidence: CompanyEvidence
  /** When the load began, by the database's clock and in the company's time: what changed since is still to be read. */
  databaseNow: Date
  companyNow: Date
  history: string
}

/**
 * Reads a company's experts and its newest resolved questions, `most` at most, in chunks and with breaths between:
 * a large company may take seconds, and nothing else waits meanwhile. Undefined when there is no such company.
 */
export async function loadCompany(
  db: Database,
  companyId: string,
  { most, chunk }: { most: number; chunk: number },
): Promise<LoadedCompany | undefined> {
  const begin = await inSystem(db, async (tx) => {
    const [time] = await findCompanyTimes(tx, [companyId])
    return (
      time && {
        time,
        experts: await findRoutingExperts(tx, companyId),
        lastResponse: await findLastResponse(tx, companyId),
        answerTimes: await findAnswerTimes(tx, companyId, mostAnswerTimes),
        resolved: await findResolvedIds(tx, companyId, most),
      }
    )
  })
  if (!begin) return undefined

  const { time, experts, lastResponse, answerTimes, resolved } = begin
  const evidence = new CompanyEvidence(companyId)
  const breathe = buildBreathing()
  evidence.keepTime(time)
  for (const expert of experts) {
    evidence.updateExpert(expert)
    await breathe()
  }
  if (lastResponse) evidence.heardResponse(lastResponse.firstResponseAt, lastResponse.responseMs)
  for (const row of answerTimes) evidence.heardAnswerTime(row)
  // What the company's own questions leave of the room.
  const run = <T>(work: Parameters<typeof inSystem<T>>[1]) => inSystem(db, work)
  for await (const page of readPastEvidence(run, companyId, { most: most - resolved.length, chunk })) {
    for (const question of page) {
      evidence.learn(question)
      await breathe()
    }
  }
  for (let from = 0; from < resolved.length; from += chunk) {
    const ids = resolved.slice(from, from + chunk)
    for (const question of await inSystem(db, (tx) => findResolvedEvidence(tx, ids))) {
      evidence.learn(question)
      await breathe()
    }
  }
  return { evidence, databaseNow: time.databaseNow, companyNow: time.companyNow, history: time.history }
}
