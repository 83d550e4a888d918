import { type Database, openCoalescer, querySystem, questions, statement, types } from '@askline/db'
import { wasWithAgents } from '../access/agents-read.ts'
import type { Actor } from '../actors.ts'

/** The columns of a question that a poll needs to answer "nothing new". */
export type Freshness = {
  companyId: string
  askerId: string
  updatedAt: Date
  version: number
  wasWithAgents: boolean
}

const freshness = statement({
  name: 'freshness',
  params: [types.array(types.uuid)],
  row: {
    id: questions.id,
    companyId: questions.companyId,
    askerId: questions.askerId,
    updatedAt: questions.updatedAt,
    version: questions.version,
    wasWithAgents: types.boolean,
  },
  text: `select id, company_id as "companyId", asker_id as "askerId", updated_at as "updatedAt", version, ${wasWithAgents} as "wasWithAgents"
    from questions q where id = any($1::uuid[])`,
})

/**
 * Answers polls from Postgres, so that no poll misses a committed change. Polls that arrive while a statement runs share the next
 * one, so that 1,000 concurrent polls cost only a few statements.
 */
export function openFreshness(db: Database) {
  const reads = openCoalescer(
    async (ids: string[]) => {
      db.statements.count++
      const rows = await querySystem(db, freshness, [ids])
      const found = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => found.get(id))
    },
    { keyOf: (id) => id },
  )
  return {
    /** Returns the question's stamp and version as of this call or later, or `undefined` if it does not exist. */
    find: (questionId: string): Promise<Freshness | undefined> => reads.add(questionId.toLowerCase()),
  }
}

/** Returns whether `actor` may see a question, as far as these columns tell. `ask`: only `viewQuestion` can decide. */
export function mayPoll(found: Freshness, actor: Actor): boolean | 'ask' {
  if (found.companyId !== actor.companyId) return false
  if (actor.kind === 'user') return found.askerId === actor.userId
  if (actor.kind === 'expert') return found.askerId === actor.userId || 'ask'
  if (actor.kind === 'agent') return found.wasWithAgents || 'ask'
  return true
}
