import { type Database, inSystem } from '@askline/db'
import { findAskingCompanies } from '@askline/domain/routing/asking-companies'
import type { EvidenceCache } from '@askline/learning/evidence/evidence-cache'
import type { TextCache } from '@askline/learning/texts/text-cache'
import { withDeadline } from '@askline/runtime'

/** Text models of more companies do not stay in memory. */
const mostCompanies = 100
/** Time in ms after which a worker starts without the rest, because it may be the only one. */
const mostMs = 5_000

/**
 * Loads evidence and text models of the companies that asked within the last hour, the latest first. Without them the first questions
 * after a start would wait for a load, and would get no automatic response. Resolves after 5 s at most; loads that run then go on.
 * Failures are not reported, because the next question of the company repeats the load.
 */
export async function loadAskingCompanies(
  db: Database,
  evidence: Pick<EvidenceCache, 'load'>,
  texts: Pick<TextCache, 'open'>,
): Promise<void> {
  const began = performance.now()
  const loadAll = async () => {
    for (const companyId of await inSystem(db, (tx) => findAskingCompanies(tx, mostCompanies))) {
      if (performance.now() - began > mostMs) return
      await Promise.allSettled([evidence.load(companyId), texts.open(companyId)])
    }
  }
  await withDeadline(loadAll(), mostMs, 'Loading companies').catch(() => undefined)
}
