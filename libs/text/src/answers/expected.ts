import { expectObject, expectText } from '../ranking/expected.ts'
import type { AnsweredQuestion, KnownAnswer } from './known-answer.ts'

/** Throws a TypeError that names the entry and the field if an entry is not a known answer. */
export function expectEntries(entries: readonly KnownAnswer[]): void {
  expectList('entries', entries)
  entries.forEach((entry, i) => {
    const at = `entries[${i}]`
    expectObject(at, entry)
    expectText(`${at}.answerId`, entry.answerId)
    expectText(`${at}.body`, entry.body)
    if (entry.question !== undefined) expectText(`${at}.question`, entry.question)
  })
}

/** Throws a TypeError that names the question and the field if an element is not an answered question. */
export function expectAnswered(resolved: readonly AnsweredQuestion[]): void {
  expectList('resolved', resolved)
  resolved.forEach((question, i) => {
    const at = `resolved[${i}]`
    expectObject(at, question)
    expectText(`${at}.text`, question.text)
    expectText(`${at}.answerId`, question.answerId)
    if (typeof question.accepted !== 'boolean')
      throw new TypeError(`${at}.accepted must be true or false, not ${typeof question.accepted}`)
  })
}

function expectList(field: string, value: unknown): void {
  if (!Array.isArray(value))
    throw new TypeError(`${field} must be a list, not ${value === null ? 'null' : typeof value}`)
}
