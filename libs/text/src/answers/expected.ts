import { expectObject, expectText } from '../ranking/expected.ts'
import type { AnsweredQuestion, KnownAnswer } from './known-answer.ts'

/** Throws TypeError, naming entry and field, where entries are not known answers. */
export function expectEntries(entries: readonly KnownAnswer[]): void {
  expectList('entries', entries)
  entries.forEach((entry, i) => {
    const at = `entries[${i}]`
    expectObject(at, entry)
    expectText(`${at}.answerId`, entry.answerId)
    expectText(`${at}.body`, entry.body)
    if (entry.question !== undefined) expectText(`${at}.question`, entry.question)
    if (entry.sources === undefined) return
    expectList(`${at}.sources`, entry.sources)
    for (const source of entry.sources) expectText(`${at}.sources[]`, source)
  })
}

/** Throws TypeError, naming question and field, where they are not questions with an answer. */
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
