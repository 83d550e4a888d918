import { limits } from '@askline/contracts'

/** Why a row is refused, as a slug, and which column is at fault. */
export class RowRefusal extends Error {
  override name = 'RowRefusal'
  readonly reason: string
  readonly field: string | null
  constructor(reason: string, field: string | null = null) {
    super(reason)
    this.reason = reason
    this.field = field
  }
}

type Values = Record<string, string>

// Spaces of every kind, and characters that show nothing at all, are no text.
const visible = /[^\s\u00ad\u200b-\u200f\u2060\ufeff]/
const loneSurrogate = /\p{Surrogate}/u

/** The value of a column, without spaces around it; undefined where it is empty. Throws RowRefusal. */
function optional(values: Values, field: string, most: number): string | undefined {
  const value = (values[field] ?? '').trim()
  if (value.length * 3 > limits.fieldBytes && Buffer.byteLength(value) > limits.fieldBytes) {
    throw new RowRefusal('field_too_large', field)
  }
  if (!visible.test(value)) return undefined
  if (value.length > most) throw new RowRefusal('too_long', field)
  if (value.includes('\0')) throw new RowRefusal('nul', field)
  if (loneSurrogate.test(value)) throw new RowRefusal('surrogate', field)
  return value
}

function required(values: Values, field: string, most: number): string {
  const value = optional(values, field, most)
  if (value === undefined) throw new RowRefusal('required', field)
  return value
}

export type Utterance = { text: string; class: string | null }

/** A row of UTTERANCES. Without a class it is unlabelled. Throws RowRefusal. */
export function utteranceOf(values: Values): Utterance {
  return {
    text: required(values, 'text', limits.textLength),
    class: optional(values, 'class', limits.nameLength) ?? null,
  }
}

export type QuestionAndAnswer = { question: string; answer: string; class: string | null; language: string | null }

/** A row of QA. Throws RowRefusal. */
export function questionAndAnswerOf(values: Values): QuestionAndAnswer {
  const language = optional(values, 'language', limits.nameLength)?.toLowerCase() ?? null
  if (language !== null && !/^[a-z]{2}$/.test(language)) throw new RowRefusal('language', 'language')
  return {
    question: required(values, 'question', limits.textLength),
    answer: required(values, 'answer', limits.textLength),
    class: optional(values, 'class', limits.nameLength) ?? null,
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
    /** Lower case. */
    email: string
    score: number | null
    accepted: boolean
  } | null
}

/** A row of HISTORY: an answer and its question, or a question that nobody answered. Throws RowRefusal. */
export function pastRowOf(values: Values, now: Date): PastRow {
  const askedAt = dateOf(values, 'askedAt', now)
  if (!askedAt) throw new RowRefusal('required', 'askedAt')
  const email = optional(values, 'answererEmail', limits.emailLength)?.toLowerCase()
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) throw new RowRefusal('email', 'answererEmail')
  return {
    questionId: required(values, 'questionId', limits.externalIdLength),
    askedAt,
    asker: optional(values, 'asker', limits.emailLength)?.toLowerCase() ?? null,
    text: required(values, 'text', limits.textLength),
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
  const score = optional(values, 'score', 20)
  if (score !== undefined && !/^[+-]?\d{1,9}$/.test(score)) throw new RowRefusal('integer', 'score')
  const accepted = (optional(values, 'accepted', 20) ?? 'false').toLowerCase()
  if (!['true', 'false', '1', '0', 'yes', 'no'].includes(accepted)) throw new RowRefusal('boolean', 'accepted')
  return {
    answerId: optional(values, 'answerId', limits.externalIdLength) ?? null,
    answeredAt,
    score: score === undefined ? null : Number(score),
    accepted: ['true', '1', 'yes'].includes(accepted),
  }
}

/** Tags stand in one field, separated by semicolons, bars or commas. */
function tagsOf(values: Values): string[] {
  const tags = (optional(values, 'tags', limits.textLength) ?? '').split(/[;|,]/).map((tag) => tag.trim())
  const found = [...new Set(tags.filter((tag) => tag !== ''))]
  if (found.length > 50 || found.some((tag) => tag.length > limits.nameLength)) throw new RowRefusal('too_long', 'tags')
  return found
}

const isoDate = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/i
const dayMs = 24 * 3_600_000

/** An ISO 8601 date between 1970 and tomorrow; one without an offset is UTC. */
function dateOf(values: Values, field: string, now: Date): Date | undefined {
  const text = optional(values, field, 64)
  if (text === undefined) return undefined
  if (!isoDate.test(text)) throw new RowRefusal('date', field)
  // Of a day that the calendar has not, the thirtieth of February, Date makes the second of March.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text.slice(0, 10)))
    throw new RowRefusal('date', field)
  const iso = text.replace(' ', 'T').replace(',', '.')
  const date = new Date(iso.length === 10 || /(Z|[+-]\d\d:?\d\d)$/i.test(iso.slice(10)) ? iso : `${iso}Z`)
  if (!(date.getTime() >= 0 && date.getTime() <= now.getTime() + dayMs)) throw new RowRefusal('date', field)
  return date
}
