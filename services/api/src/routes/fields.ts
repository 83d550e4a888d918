import { isLanguage, languageRule, limits, refinement, uuidPattern } from '@askline/contracts'
import { findNameFault } from '@askline/domain/companies/names'
import { type Static, Type } from 'typebox'
import { invalidField } from '../http/request-faults.ts'
import { namePattern } from '../http/validation.ts'

/** Fields that several requests share. */

// Whitespace, control characters and invisible characters do not make a text.
const visible = namePattern(
  '[^\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800]',
  'blank',
  'has no visible character',
)
// Invisible characters may stand in it, because they come along when it is copied from a page. The pattern takes linear time, because
// it also meets texts that are too long.
const emailPart = '\\p{Cf}*[^\\s@\\p{Cf}][^\\s@]*'
const emailPattern = namePattern(`^${emailPart}@${emailPart}$`, 'email', 'is not an e-mail address')
namePattern(uuidPattern, 'uuid', 'is not a UUID of the form 8-4-4-4-12')

const shortText = (maxLength: number, description: string, example?: string) =>
  Type.String({ minLength: 1, maxLength, pattern: visible, description, ...(example ? { examples: [example] } : {}) })

export const Text = Type.String({
  minLength: 1,
  maxLength: limits.textLength,
  pattern: visible,
  description: 'A text with at least one visible character.',
  examples: ['How do I reset my card PIN?'],
})
export const Uuid = Type.String({ pattern: uuidPattern, description: 'A UUID in the form 8-4-4-4-12.' })
export const Email = (description: string, example = 'ada@example.com') =>
  Type.String({
    minLength: 3,
    maxLength: limits.emailLength,
    pattern: emailPattern,
    description,
    examples: [example],
  })
/** A name of a person, company, integration, category or topic. It is stored in its one form: see `normalizeName`. */
export const Name = (description: string, example: string) =>
  Type.Refine(
    shortText(limits.nameLength, description, example),
    (name) => findNameFault(name) === undefined,
    (name) => refinement(findNameFault(name) ?? { rule: 'invalid', message: 'is not valid' }),
  )
/** A password that a person chooses. `assertStrongPassword` checks what a pattern cannot. */
export const NewPassword = Type.String({
  minLength: limits.passwordLengthMin,
  maxLength: limits.passwordLength,
  description:
    'The new password, of any characters. A long sentence is better than a short mix. A password that is easy to guess, or contains the name, address or company of the person, is 400 `password_weak`.',
})
export const Subject = (description: string, example?: string) => shortText(limits.nameLength, description, example)
export const Reason = shortText(
  limits.reasonLength,
  'The reason as free text.',
  'It concerns a contract that I cannot see.',
)
export const ExternalIdText = shortText(limits.externalIdLength, "The id in the client's own system.")
export const Slug = (description: string) => shortText(limits.nameLength, description)
/** A class as GET /classifications returns it. Clients pass its answer on unchanged, so null is accepted. */
export const predictedClassOf = (description: string) =>
  Type.Union([Slug(description), Type.Null()], { description: `${description} Null means no class.` })

const languageLike = (pattern: string, isKnown: (code: string) => boolean) =>
  Type.Refine(
    Type.String({
      pattern: namePattern(pattern, 'language', languageRule),
      description: 'An ISO 639-1 code.',
      examples: ['en'],
    }),
    isKnown,
    () => refinement({ rule: 'language', message: languageRule }),
  )
export const Language = languageLike('^[a-z]{2}$', isLanguage)
/** A language as clients of askers send it: also in upper case. The handler turns it into lower case. */
export const AnyCaseLanguage = languageLike('^[a-zA-Z]{2}$', (code) => isLanguage(code.toLowerCase()))

export const metadataOf = (description: string) =>
  Type.Refine(
    Type.Record(Type.String(), Type.Unknown(), { description, examples: [{ channel: 'app', plan: 'gold' }] }),
    (value) => faultOfMetadata(value) === undefined,
    (value) => refinement(faultOfMetadata(value) ?? { rule: 'invalid', message: 'is not valid' }),
  )
export const Metadata = metadataOf(
  `A custom object, at most 16 KiB as JSON and 5 levels deep. Send numbers beyond ±${Number.MAX_SAFE_INTEGER} as strings.`,
)

function faultOfMetadata(value: object) {
  if (!isShallow(value, limits.metadataDepth)) {
    return { rule: 'maxDepth', message: `is more than ${limits.metadataDepth} levels deep` }
  }
  if (Buffer.byteLength(JSON.stringify(value)) > limits.metadataBytes) {
    return { rule: 'maxBytes', message: `has more than ${limits.metadataBytes} bytes as JSON` }
  }
  const path = findUnsafeNumber(value)
  const message = `exceeds ±${Number.MAX_SAFE_INTEGER} and would be rounded. Send it as a string`
  return path && { rule: 'safeInteger', message, path: path.join('.') }
}

/** Returns the path of the first number that JavaScript may have rounded when it parsed the body. */
function findUnsafeNumber(value: unknown): string[] | undefined {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    const path = findUnsafeNumber(member)
    if (path) return [name, ...path]
  }
  return undefined
}

/** Looks no deeper than `levels`, because a body may hold a hundred thousand brackets. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1))
}

export const externalIdFields = {
  externalId: Type.Optional(ExternalIdText),
  externalIds: Type.Optional(
    Type.Array(Type.Object({ id: ExternalIdText, system: Type.Optional(Slug('The public id of that system.')) }), {
      maxItems: 20,
    }),
  ),
}
export type ExternalIdFields = { externalId?: string; externalIds?: { id: string; system?: string }[] }

const repeated = (what: string) =>
  Type.Optional(Type.String({ ...Uuid, description: `May repeat the uuid of the ${what}.` }))
/** Ids that a move may repeat in its body. They must agree with the path. */
export const repeatedIds = {
  uuid: repeated('path'),
  questionUuid: repeated('question'),
  responseUuid: repeated('response'),
}
/** The body of a request whose path says all. */
export const Named = Type.Object({ uuid: repeatedIds.uuid })

/** The user who acts. An integration must name one on every move of a user. */
export const userEmail = {
  userEmail: Type.Optional(Email('The e-mail address of the acting user. Required for an integration.')),
}

export const Path = Type.Object({ uuid: Uuid })

export const LastChecked = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'An ISO 8601 date, with an optional fraction of a second and offset.',
  examples: ['2026-01-31T09:30:00Z'],
})

export const pageFields = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.pageSizeMax,
      default: limits.pageSize,
      description: 'The maximum number of entries of the page.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: 'The `nextCursor` of the previous page.' }),
  ),
}
export const Page = Type.Object(pageFields)
export type Page = Static<typeof Page>

const ourOwn = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const isoDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d(:?\d\d)?)?)?$/i

/** Returns whether the day exists. Date would read the 30th of February as a day in March. */
function isRealDay(text: string): boolean {
  const day = Number(text.slice(8, 10))
  return day <= 28 || new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === day
}

/** An end of a period of time, in a query. */
export const DateQuery = (description: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: `${description} An ISO 8601 date.`,
      examples: ['2026-01-31T09:30:00Z'],
    }),
  )

/** Parses the date of a field. Dates without an offset are UTC, and a space before it is a decoded plus sign. */
export function readDate(text: string, field: string): Date {
  const asPrinted = ourOwn.test(text) && isRealDay(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(asPrinted)) return new Date(asPrinted)
  const iso = text.trim().replace(/ (\d\d:?(\d\d)?)$/, '+$1')
  const fault = () =>
    invalidField(field, 'date-time', `${field} must be an ISO 8601 date such as 2026-01-31T09:30:00Z.`)
  if (!isoDate.test(iso) || !isRealDay(iso)) throw fault()
  const hasZone = /(Z|[+-]\d\d(:?\d\d)?)$/i.test(iso.slice(10))
  const zoned = iso.includes('T') || iso.includes('t') ? `${iso}${hasZone ? '' : 'Z'}` : `${iso}T00:00:00Z`
  const date = new Date(
    zoned
      .replace(',', '.')
      .replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
      .replace(/([+-]\d\d)$/, '$1:00'),
  )
  if (Number.isNaN(date.getTime())) throw fault()
  return date
}
