import { languageRule, limits } from '@askline/contracts'

const characters = (count: number) => `${count.toLocaleString('en')} characters`

/** Longest value of each column, in characters. */
export const maxLengthOf: Record<string, number> = {
  text: limits.textLength,
  question: limits.textLength,
  answer: limits.textLength,
  tags: limits.textLength,
  class: limits.nameLength,
  language: limits.nameLength,
  questionId: limits.externalIdLength,
  answerId: limits.externalIdLength,
  asker: limits.emailLength,
  answererEmail: limits.emailLength,
  askedAt: 64,
  answeredAt: 64,
  score: 20,
  accepted: 20,
}
export const maxTags = 50

/** Returns the sentence for each reason. `column` is the quoted name of the column, or "the row" if no single column is wrong. */
const sentences = {
  columns: () =>
    'The row has more or fewer columns than the first line names. Quote values that contain the delimiter.',
  json: () => 'The line is not a JSON object.',
  string: (column) => `${column} must be a JSON string.`,
  integer: (column) => `${column} must be a whole number such as \`3\` or \`-1\`, of at most 9 digits.`,
  boolean: (column) => `${column} must be \`true\` or \`false\`.`,
  required: (column) => `${column} must not be empty.`,
  too_long: (column, field) =>
    field === 'tags'
      ? `${column} must hold at most ${maxTags} tags of at most ${characters(limits.nameLength)} each.`
      : `${column} must have at most ${characters(maxLengthOf[field] ?? limits.textLength)}.`,
  field_too_large: (column) => `${column} must have at most ${limits.fieldBytes.toLocaleString('en')} bytes of UTF-8.`,
  nul: (column) => `${column} must not contain NUL characters.`,
  surrogate: (column) => `${column} contains an unpaired surrogate. Save the file as UTF-8 again.`,
  language: (column) => `${column} ${languageRule}.`,
  email: (column) => `${column} must be an email address such as \`ada@example.com\`.`,
  date: (column) => `${column} must be an ISO 8601 date between 1970 and tomorrow, such as \`2026-01-31T09:30:00Z\`.`,
  answered_before_asked: (column) => `${column} must not be earlier than \`askedAt\`.`,
  person_forgotten: (column) => `${column} names a forgotten person.`,
  duplicate_answer: () => 'An earlier row of this file has the same answer. Each answer may occur once.',
  duplicate_question: () =>
    'An earlier row of this file has the same question. A question without an answer may occur once.',
} satisfies Record<string, (column: string, field: string) => string>

export type RefusalReason = keyof typeof sentences

/** Returns the sentence that tells an uploader why a row was refused. It repeats no value of the row. */
export function describeRefusal(reason: string, field: string | null): string {
  const sentence: ((column: string, field: string) => string) | undefined = Object.hasOwn(sentences, reason)
    ? Reflect.get(sentences, reason)
    : undefined
  return sentence?.(field === null ? 'The row' : `\`${field}\``, field ?? '') ?? 'The row cannot be used.'
}

/** A row that cannot be used: `reason` is a stable code, `field` the wrong column or null. */
export class RowRefusal extends Error {
  override name = 'RowRefusal'
  readonly reason: RefusalReason
  readonly field: string | null
  constructor(reason: RefusalReason, field: string | null = null) {
    super(reason)
    this.reason = reason
    this.field = field
  }
}
