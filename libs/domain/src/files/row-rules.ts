import { isLanguage, limits } from '@askline/contracts'
import { isEmail } from '../people/address.ts'
import { booleanIn } from './file-columns.ts'
import { maxLengthOf, maxTags, RowRefusal } from './row-refusal.ts'

type Values = Record<string, string>

// White space and invisible characters do not count as text.
const visible = /[^\s\u00ad\u200b-\u200f\u2060\ufeff]/
const loneSurrogate = /\p{Surrogate}/u

/** Returns the trimmed value of a column, or `undefined` if it is empty. Throws RowRefusal. */
function optional(values: Values, field: string): string | undefined {
  const value = (values[field] ?? '').trim()
  if (value.length * 3 > limits.fieldBytes && Buffer.byteLength(value) > limits.fieldBytes) {
    throw new RowRefusal('field_too_large', field)
  }
  if (!visible.test(value)) return undefined
  if (value.length > (maxLengthOf[field] ?? limits.textLength)) throw new RowRefusal('too_long', field)
  if (value.includes('\0')) throw new RowRefusal('nul', field)
  if (loneSurrogate.test(value)) throw new RowRefusal('surrogate', field)
  return value
}

function required(values: Values, field: string): string {
  const value = optional(values, field)
  if (value === undefined) throw new RowRefusal('required', field)
  return value
}

export type Utterance = { text: string; class: string | null }

/** Reads a row of UTTERANCES. `class` is null if the row has no label. Throws RowRefusal. */
export function utteranceOf(values: Values): Utterance {
  return {
    text: required(values, 'text'),
    class: optional(values, 'class') ?? null,
  }
}

export type QuestionAndAnswer = { question: string; answer: string; class: string | null; language: string | null }

/** Reads a row of QA. Throws RowRefusal. */
export function questionAndAnswerOf(values: Values): QuestionAndAnswer {
  const language = optional(values, 'language')?.toLowerCase() ?? null
  if (language !== null && !isLanguage(language)) throw new RowRefusal('language', 'language')
  return {
    question: required(values, 'question'),
    answer: required(values, 'answer'),
    class: optional(values, 'class') ?? null,
    language,
  }
}

export type PastRow = {
  questionId: string
  askedAt: Date
  asker: string | null
  text: string
  tags: string[]
  answer: {
    answerId: string | null
    answeredAt: Date
    email: string
    score: number | null
    accepted: boolean
  } | null
}

/** Reads a row of HISTORY: a question with one answer, or an unanswered question. Throws RowRefusal. */
export function pastRowOf(values: Values, now: Date): PastRow {
  const askedAt = dateOf(values, 'askedAt', now)
  if (!askedAt) throw new RowRefusal('required', 'askedAt')
  const email = optional(values, 'answererEmail')
  if (email !== undefined && !isEmail(email)) throw new RowRefusal('email', 'answererEmail')
  return {
    questionId: required(values, 'questionId'),
    askedAt,
    asker: optional(values, 'asker') ?? null,
    text: required(values, 'text'),
    tags: tagsOf(values),
    answer: email === undefined ? withoutAnswerer(values) : { email, ...answerOf(values, askedAt, now) },
  }
}

function withoutAnswerer(values: Values): null {
  const named = ['answerId', 'answeredAt'].find((field) => (values[field] ?? '').trim() !== '')
  if (named !== undefined) throw new RowRefusal('required', 'answererEmail')
  return null
}

function answerOf(values: Values, askedAt: Date, now: Date) {
  const answeredAt = dateOf(values, 'answeredAt', now)
  if (!answeredAt) throw new RowRefusal('required', 'answeredAt')
  if (answeredAt < askedAt) throw new RowRefusal('answered_before_asked', 'answeredAt')
  const score = optional(values, 'score')
  if (score !== undefined && !/^[+-]?\d{1,9}$/.test(score)) throw new RowRefusal('integer', 'score')
  const accepted = booleanIn(optional(values, 'accepted') ?? '')
  if (accepted === undefined) throw new RowRefusal('boolean', 'accepted')
  return {
    answerId: optional(values, 'answerId') ?? null,
    answeredAt,
    score: score === undefined ? null : Number(score),
    accepted,
  }
}

/** Splits the tags of one field at semicolons, bars and commas. */
function tagsOf(values: Values): string[] {
  const tags = (optional(values, 'tags') ?? '').split(/[;|,]/).map((tag) => tag.trim())
  const found = [...new Set(tags.filter((tag) => tag !== ''))]
  if (found.length > maxTags || found.some((tag) => tag.length > limits.nameLength))
    throw new RowRefusal('too_long', 'tags')
  return found
}

const isoDate = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/i
const dayMs = 24 * 3_600_000

/** Returns an ISO 8601 date between 1970 and tomorrow. A date without an offset is UTC. */
function dateOf(values: Values, field: string, now: Date): Date | undefined {
  const text = optional(values, field)
  if (text === undefined) return undefined
  if (!isoDate.test(text)) throw new RowRefusal('date', field)
  // Date turns 30 February into 2 March, so the day is checked by its round trip.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text.slice(0, 10)))
    throw new RowRefusal('date', field)
  const iso = text.replace(' ', 'T').replace(',', '.')
  const date = new Date(iso.length === 10 || /(Z|[+-]\d\d:?\d\d)$/i.test(iso.slice(10)) ? iso : `${iso}Z`)
  if (!(date.getTime() >= 0 && date.getTime() <= now.getTime() + dayMs)) throw new RowRefusal('date', field)
  return date
}
