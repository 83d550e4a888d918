import { type Database, inSystem } from '@askline/db'
import { findAskingCompanies } from '@askline/domain/routing/asking-companies'
import type { EvidenceCache } from '@askline/learning/evidence/evidence-cache'
import type { TextCache } from '@askline/learning/texts/text-cache'
import { type Logger, withDeadline } from '@askline/runtime'

const mostCompanies = 20

/**
 * Loads evidence and text models of the companies that asked within the last hour, the latest 20 first. Without them the first
 * questions after a start would wait for a load, and would get no automatic response. Resolves after `mostMs` at most, because this
 * worker may be the only one; a load that runs then goes on. Failures are logged, and the next question of the company repeats the load.
 */
export async function loadAskingCompanies(
  db: Database,
  evidence: Pick<EvidenceCache, 'load'>,
  texts: Pick<TextCache, 'open'>,
  logger: Logger,
  mostMs = 5_000,
): Promise<void> {
  const began = performance.now()
  const loadAll = async () => {
    for (const companyId of await inSystem(db, (tx) => findAskingCompanies(tx, mostCompanies))) {
      if (performance.now() - began > mostMs) return
      await Promise.all([evidence.load(companyId), texts.open(companyId)]).catch((err: unknown) =>
        logger.warn({ err, companyId }, 'Loading a company failed'),
      )
    }
  }
  await withDeadline(loadAll(), mostMs, 'Loading the companies that asked lately').catch((err: unknown) =>
    logger.warn({ err }, 'The worker takes questions although not all companies are loaded'),
  )
}
