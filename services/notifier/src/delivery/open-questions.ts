import { audienceKey } from '@askline/contracts'
import { type Database, openCoalescer } from '@askline/db'
import { findExpertsOfOpen } from '@askline/domain/people/open-to-all'
import type { ClientSocket, SocketNamespace } from '../sockets/namespace.ts'

const prefix = audienceKey.experts('')
const isExperts = (key: string) => key.startsWith(prefix)

/** Questions of one query. It compares each with every connected expert of the company. */
const maxBatch = 16

type Company = {
  /** The number of sockets of each connected expert. */
  sockets: Map<string, number>
  queries: ReturnType<typeof openQueries>
}

/**
 * Finds who is meant by the key of the experts to whom a question is open. Nothing stores them: of the experts who are connected
 * to this node, a query returns those who meet the question's rule.
 */
export function openExpertKeys(db: Database, nsp: SocketNamespace) {
  /** Companies with connected experts. */
  const companies = new Map<string, Company>()
  function openCompany(): Company {
    const sockets = new Map<string, number>()
    return { sockets, queries: openQueries(db, sockets) }
  }
  const count = ({ data }: ClientSocket, by: 1 | -1) => {
    const { kind, cid, sub } = data.claims
    if (kind !== 'expert') return
    const company = companies.get(cid) ?? openCompany()
    const sockets = (company.sockets.get(sub) ?? 0) + by
    if (sockets > 0) company.sockets.set(sub, sockets)
    else company.sockets.delete(sub)
    if (company.sockets.size > 0) companies.set(cid, company)
    else companies.delete(cid)
  }
  function forget(this: ClientSocket) {
    count(this, -1)
  }
  nsp.on('connection', (socket) => {
    count(socket, 1)
    socket.on('disconnect', forget)
  })

  /** Returns the company whose connected experts are meant by one of `keys`, if one names experts and any are connected. */
  function companyOf(keys: string[]): string | undefined {
    const companyId = keys.find(isExperts)?.slice(prefix.length)
    return companyId !== undefined && companies.has(companyId) ? companyId : undefined
  }

  return {
    companyOf,
    /**
     * Returns the personal keys of the connected experts who are meant by one of `keys`. Returns an array at once, not a promise, if
     * none are, so that most changes are passed on without waiting. Rejects if Postgres fails.
     */
    find(questionId: string, keys: string[]): string[] | Promise<string[]> {
      return companies.get(companyOf(keys) ?? '')?.queries.add(questionId) ?? []
    },
  }
}

/** Opens the queries of one company. Companies share none, so that one that fails does not delay the changes of another. */
function openQueries(db: Database, sockets: ReadonlyMap<string, number>) {
  let failedInARow = 0
  const queries = openCoalescer(
    async (questionIds: string[]) => {
      const found = await findExpertsOfOpen(db, questionIds, [...sockets.keys()]).catch((error) => {
        // If Postgres hangs, each waiting batch would fail too, seconds after the one before it. One failure may concern one question.
        if (++failedInARow > 1) queries.rejectWaiting(error)
        throw error
      })
      failedInARow = 0
      return questionIds.map((questionId) => (found.get(questionId) ?? []).map(audienceKey.person))
    },
    { maxBatch, keyOf: (questionId) => questionId },
  )
  return queries
}
export type ExpertKeys = ReturnType<typeof openExpertKeys>

/** Replaces the key of experts by the personal keys that it stands for. */
export const expandKeys = (keys: string[], experts: string[] = []): string[] =>
  keys.some(isExperts) ? [...keys.filter((key) => !isExperts(key)), ...experts] : keys
