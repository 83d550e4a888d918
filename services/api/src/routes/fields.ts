import { limits, uuidPattern } from '@askline/contracts'
import { type Static, Type } from 'typebox'
import { invalidField } from '../http/faults.ts'
import { namePattern } from '../http/validation.ts'

/** The fields that requests share. Nothing is coerced in a body; members that no schema names are ignored. */

// Spaces of every kind, controls, and characters that show nothing at all, are no text.
const visible = namePattern(
  '[^\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800]',
  'blank',
  'holds no visible character',
)
const emailPattern = namePattern('^[^\\s@]+@[^\\s@]+$', 'email', 'is not an e-mail address')
namePattern(uuidPattern, 'uuid', 'is not a UUID of the form 8-4-4-4-12')

const shortText = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: visible, description })

export const Text = Type.String({
  minLength: 1,
  maxLength: limits.textLength,
  pattern: visible,
  description: 'At least one visible character.',
  examples: ['How do I reset my card PIN?'],
})
export const Uuid = Type.String({ pattern: uuidPattern, description: 'A UUID in the form 8-4-4-4-12.' })
export const Email = (description: string) =>
  Type.String({
    minLength: 3,
    maxLength: limits.emailLength,
    pattern: emailPattern,
    description,
    examples: ['ada@example.com'],
  })
export const Name = (description: string) => shortText(limits.nameLength, description)
export const Reason = shortText(limits.reasonLength, 'Why, in your words.')
export const ExternalIdText = shortText(limits.externalIdLength, "The id in the client's own system.")
export const Slug = (description: string) => shortText(limits.nameLength, description)
/** A class as GET /classifications tells it: clients hand on its answer as it came, also where none was certain enough. */
export const predictedClassOf = (description: string) =>
  Type.Union([Slug(description), Type.Null()], { description: `${description}; null as where there is none.` })

export const metadataOf = (description: string) =>
  Type.Refine(
    Type.Record(Type.String(), Type.Unknown(), { description, examples: [{ channel: 'app', plan: 'gold' }] }),
    (value) =>
      isShallow(value, limits.metadataDepth) && Buffer.byteLength(JSON.stringify(value)) <= limits.metadataBytes,
    (value) =>
      isShallow(value, limits.metadataDepth)
        ? `maxBytes: has more than ${limits.metadataBytes} bytes as JSON`
        : `maxDepth: is more than ${limits.metadataDepth} levels deep`,
  )
export const Metadata = metadataOf('An object of your own, at most 16 KiB as JSON and 5 levels deep.')

/** Looks no deeper than it must: a body may hold a hundred thousand brackets. */
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

/** What every move may say again: it must then agree with the path. */
export const repeatedIds = {
  uuid: Type.Optional(Uuid),
  questionUuid: Type.Optional(Uuid),
  responseUuid: Type.Optional(Uuid),
}

/** An integration must name the user on every move that a user makes; a user's own token need not. */
export const userEmail = { userEmail: Type.Optional(Email('The user who acts. Required of an integration.')) }

export const Path = Type.Object({ uuid: Uuid })

export const LastChecked = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'ISO 8601; may carry a fraction of a second and an offset.',
  examples: ['2026-01-31T09:30:00Z'],
})

export const pageFields = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.pageSizeMax, default: limits.pageSize })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 512, description: 'nextCursor of the page before.' })),
}
export const Page = Type.Object(pageFields)
export type Page = Static<typeof Page>

const ourOwn = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const isoDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d(:?\d\d)?)?)?$/i

/** Of the days that no month may have: to Date the 30th of February is the 1st or 2nd of March. */
function isRealDay(text: string): boolean {
  const day = Number(text.slice(8, 10))
  return day <= 28 || new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === day
}

/** Reads `lastChecked`; a date without an offset is UTC. A plus sign that became a space on the way is read as a plus. */
export function readLastChecked(text: string): Date {
  const asPrinted = ourOwn.test(text) && isRealDay(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(asPrinted)) return new Date(asPrinted)
  const iso = text.trim().replace(/ (\d\d:?(\d\d)?)$/, '+$1')
  const fault = () => invalidField('query.lastChecked', 'date-time', 'query.lastChecked is not an ISO 8601 date.')
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
