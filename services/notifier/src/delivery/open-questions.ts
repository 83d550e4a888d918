import { audienceKey } from '@askline/contracts'
import { type Database, openCoalescer } from '@askline/db'
import { findExpertsOfOpen } from '@askline/domain/questions/open-to-all'
import type { ClientSocket, SocketNamespace } from '../sockets/namespace.ts'

const prefix = audienceKey.experts('')
const isExperts = (key: string) => key.startsWith(prefix)

/** Questions of one query. It compares each with every connected expert of its company. */
const maxBatch = 16
/** Questions that may wait for a query. More wait only if Postgres is too slow for the changes. */
const mostWaiting = 10_000

/**
 * Finds who is meant by the key of the experts to whom a question is open. Nothing stores them: of the experts who are connected
 * to this node, a query returns those who meet the question's rule.
 */
export function openExpertKeys(db: Database, nsp: SocketNamespace) {
  const connected = new Map<string, Map<string, number>>()
  const count = ({ data }: ClientSocket, by: 1 | -1) => {
    const { kind, cid, sub } = data.claims
    if (kind !== 'expert') return
    const ofCompany = connected.get(cid) ?? new Map<string, number>()
    const sockets = (ofCompany.get(sub) ?? 0) + by
    if (sockets > 0) ofCompany.set(sub, sockets)
    else ofCompany.delete(sub)
    if (ofCompany.size > 0) connected.set(cid, ofCompany)
    else connected.delete(cid)
  }
  function forget(this: ClientSocket) {
    count(this, -1)
  }
  nsp.on('connection', (socket) => {
    count(socket, 1)
    socket.on('disconnect', forget)
  })

  let failedInARow = 0
  const queries = openCoalescer(
    async (asked: { questionId: string; companyId: string }[]) => {
      const companies = new Set(asked.map(({ companyId }) => companyId))
      const expertIds = [...companies].flatMap((companyId) => [...(connected.get(companyId)?.keys() ?? [])])
      const found = await findExpertsOfOpen(
        db,
        asked.map(({ questionId }) => questionId),
        expertIds,
      ).catch((error) => {
        // If Postgres hangs, each waiting batch would fail too, seconds after the one before it. One failure may concern one company.
        if (++failedInARow > 1) queries.rejectWaiting(error)
        throw error
      })
      failedInARow = 0
      return asked.map(({ questionId }) => (found.get(questionId) ?? []).map(audienceKey.person))
    },
    { maxBatch, keyOf: ({ questionId }) => questionId },
  )

  return {
    /**
     * Returns the personal keys of the connected experts who are meant by one of `keys`. Returns an array at once, not a promise, if
     * none of them names experts, so that most changes are passed on without waiting. Rejects if Postgres fails or too many wait.
     */
    find(questionId: string, keys: string[]): string[] | Promise<string[]> {
      const companyId = companyOfExperts(keys)
      if (companyId === undefined || !connected.has(companyId)) return []
      if (queries.waiting >= mostWaiting) return Promise.reject(new Error('Too many questions wait for Postgres'))
      return queries.add({ questionId, companyId })
    },
  }
}
export type ExpertKeys = ReturnType<typeof openExpertKeys>

/** Returns the company whose experts are meant by one of `keys`, if one names experts. */
export const companyOfExperts = (keys: string[]): string | undefined => keys.find(isExperts)?.slice(prefix.length)

/** Replaces the key of experts by the personal keys that it stands for. */
export const expandKeys = (keys: string[], experts: string[] = []): string[] =>
  keys.some(isExperts) ? [...keys.filter((key) => !isExperts(key)), ...experts] : keys
