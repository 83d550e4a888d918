import type { OpenQuestion, PastAnswer, ResolvedQuestion } from './resolved-question.ts'

/** Throws TypeError if a value is not a number, and RangeError if it is not finite. Both name the field. */
export function expectTime(field: string, value: unknown): void {
  if (typeof value !== 'number') throw new TypeError(`${field} must be a time in ms since 1970, not ${kindOf(value)}`)
  if (!Number.isFinite(value)) throw new RangeError(`${field} must be a finite time in ms since 1970, not ${value}`)
}

/** Throws a TypeError that names the field if a value is not a string. */
export function expectText(field: string, value: unknown): void {
  if (typeof value !== 'string') throw new TypeError(`${field} must be a string, not ${kindOf(value)}`)
}

/** Throws TypeError if a value is not a number, and RangeError if it is not finite or below `least`. Both name the field. */
export function expectNumber(field: string, value: unknown, least = Number.NEGATIVE_INFINITY): void {
  if (typeof value !== 'number') throw new TypeError(`${field} must be a number, not ${kindOf(value)}`)
  const bound = least === Number.NEGATIVE_INFINITY ? '' : ` of ${least} or more`
  if (!Number.isFinite(value) || value < least)
    throw new RangeError(`${field} must be a finite number${bound}, not ${value}`)
}

/** Throws a TypeError that names the field if an open question is invalid. */
export function expectQuestion(question: OpenQuestion): void {
  expectObject('question', question)
  expectText('text', question.text)
  for (const field of ['askerId', 'language', 'topic'] as const)
    if (question[field] !== undefined) expectText(field, question[field])
  if (question.tags === undefined) return
  if (!Array.isArray(question.tags)) throw new TypeError(`tags must be a list, not ${kindOf(question.tags)}`)
  for (const tag of question.tags) expectText('tags[]', tag)
}

/** Throws a TypeError or RangeError that names the field if a question or one of its answers is invalid. */
export function expectResolved(question: ResolvedQuestion): void {
  expectObject('question', question)
  expectText('questionId', question.questionId)
  expectQuestion(question)
  expectTime('askedAt', question.askedAt)
  if (!Array.isArray(question.answers)) throw new TypeError(`answers must be a list, not ${kindOf(question.answers)}`)
  for (const answer of question.answers as readonly PastAnswer[]) {
    expectObject('answers[]', answer)
    expectText('answers[].expertId', answer.expertId)
    expectTime('answers[].answeredAt', answer.answeredAt)
    for (const field of ['acceptedAt', 'ratedAt'] as const)
      if (answer[field] !== undefined) expectTime(`answers[].${field}`, answer[field])
    for (const field of ['score', 'rating'] as const)
      if (answer[field] !== undefined) expectNumber(`answers[].${field}`, answer[field])
  }
}

/** Returns the ids as a set, or the argument itself if it is one. Throws TypeError if it is not a list of ids. */
export function idsOf(field: string, ids: Iterable<string> | undefined): ReadonlySet<string> | undefined {
  if (ids === undefined || ids instanceof Set) return ids
  if (typeof ids === 'string' || typeof ids?.[Symbol.iterator] !== 'function')
    throw new TypeError(`${field} must be a list of ids, not ${kindOf(ids)}`)
  return new Set(ids)
}

export function expectObject(field: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${field} must be an object, not ${kindOf(value)}`)
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value)
