import type { JobPayload, QuestionChanged } from '@askline/contracts'

export type Change = JobPayload<'question-changed'> & {
  /** Personal keys of this node's experts who are meant by the key of experts among `audience` and `inbox`. */
  experts?: string[]
}

/** Returns a change in the form that clients receive. */
const changeOf = ({ questionId, version, type, lastUpdated, correlationId }: Change): QuestionChanged => ({
  questionUuid: questionId,
  version,
  type,
  lastUpdated,
  correlationId: correlationId ?? null,
})

type Told = {
  /** The highest version received. */
  seen: number
  /** The last change sent to each audience key, without its audience: thousands of questions are remembered. */
  byKey: Map<string, QuestionChanged>
  /** Changes that wait for a version before them. */
  held: Change[]
  timer?: NodeJS.Timeout
}

/** Sends a change, in the form `sent`, to the sockets of these keys. */
export type TellChange = (change: Change, keys: string[], sent: QuestionChanged) => void

export type OrderOptions = { holdMs?: number; questions?: number }

/**
 * Sorts the changes of each question by version, on one node. A version whose predecessor is missing waits for it, at most
 * 100 ms. A later arrival goes only to keys that have not received a newer version. So every key receives rising versions, and
 * no change is lost for a key. OFFER_CLOSED repeats the present version for one expert: it is passed on and not counted, and
 * never follows a newer version.
 */
export function openOrder(tell: TellChange, options: OrderOptions = {}) {
  const holdMs = options.holdMs ?? 100
  const most = options.questions ?? 20_000
  const questions = new Map<string, Told>()

  function toldOf(questionId: string): Told {
    const known = questions.get(questionId) ?? { seen: 0, byKey: new Map(), held: [] }
    questions.delete(questionId)
    questions.set(questionId, known)
    if (questions.size > most) forgetOldest()
    return known
  }

  function forgetOldest() {
    for (const [questionId, { held }] of questions) {
      if (held.length > 0) continue
      questions.delete(questionId)
      return
    }
  }

  function pass(told: Told, change: Change) {
    const isRestated = change.type === 'OFFER_CLOSED'
    const keys = change.audience.filter((key) => {
      const last = told.byKey.get(key)?.version ?? 0
      return isRestated ? last <= change.version : last < change.version
    })
    told.seen = Math.max(told.seen, change.version)
    if (keys.length === 0) return
    const sent = changeOf(change)
    if (!isRestated) for (const key of keys) told.byKey.set(key, sent)
    tell(change, keys, sent)
  }

  function release(told: Told, onlyIf: (change: Change) => boolean) {
    for (let next = told.held[0]; next && onlyIf(next); next = told.held[0]) {
      told.held.shift()
      pass(told, next)
    }
    if (told.held.length > 0) return
    clearTimeout(told.timer)
    told.timer = undefined
  }

  return {
    take(change: Change): void {
      const told = toldOf(change.questionId)
      const isEarly = told.seen > 0 && change.version > told.seen + 1
      if (!isEarly || change.type === 'OFFER_CLOSED') {
        pass(told, change)
        release(told, (held) => held.version <= told.seen + 1)
        return
      }
      told.held.push(change)
      told.held.sort((a, b) => a.version - b.version)
      told.timer ??= setTimeout(() => release(told, () => true), holdMs)
    },
    /** Returns the last change sent to `key` on this node, if it is remembered. */
    newestFor: (questionId: string, key: string): QuestionChanged | undefined =>
      questions.get(questionId)?.byKey.get(key),
    close() {
      for (const { timer } of questions.values()) clearTimeout(timer)
      questions.clear()
    },
  }
}
export type Order = ReturnType<typeof openOrder>
