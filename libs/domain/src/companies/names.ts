import { limits } from '@askline/contracts'
import { InvalidValueError } from '../errors.ts'

/**
 * Controls and invisible characters, which make two names look alike. White space and joiners are handled below. Variation selectors
 * choose the form of a letter or emoji and stay.
 */
const invisible =
  /(?![\s\u0085\p{Join_Control}\u202a-\u202e\u2066-\u2069]|\p{Variation_Selector})[\p{Cc}\p{Default_Ignorable_Code_Point}]|\ufeff/gu
const joined = String.raw`[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]`
/** Zero-width joiners and non-joiners that do not stand between two letters or emoji, except the first of several. */
const looseJoiner = new RegExp(
  String.raw`(?<!${joined})\p{Join_Control}+|\p{Join_Control}+(?!${joined}|\p{Join_Control})|(?<=\p{Join_Control})\p{Join_Control}+`,
  'gu',
)
const edges = /^[ \u202a-\u202e\u2066-\u2069]+|[ \u202a-\u202e\u2066-\u2069]+$/gu
/** Embeddings, overrides and isolates. Inside a name, they make it read like another one. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/u

/**
 * Returns the one form of a name, in which it is stored and compared: NFC, white space as one space, no controls or invisible
 * characters, no spaces or direction marks at the edges. Joiners stay between letters, because Persian and Hindi need them.
 */
export const normalizeName = (value: string): string =>
  value
    .replace(invisible, '')
    .replace(looseJoiner, '')
    .replace(/[\s\u0085]+/gu, ' ')
    .replace(edges, '')
    .normalize('NFC')

/** Returns the rule that a name breaks and a clause that says how, or `undefined` if it is a name. */
export function findNameFault(value: string): { rule: 'length' | 'bidi'; message: string } | undefined {
  const name = normalizeName(value)
  if (name.length === 0 || name.length > limits.nameLength) {
    return { rule: 'length', message: `must have 1 to ${limits.nameLength} characters` }
  }
  const [control] = reordering.exec(name) ?? []
  if (control === undefined) return undefined
  const codePoint = control.charCodeAt(0).toString(16).toUpperCase()
  return { rule: 'bidi', message: `has the bidirectional control U+${codePoint}; remove it` }
}

/**
 * Returns the one form of a name of a person, company, integration, category or topic. Throws InvalidValueError `name_invalid`
 * if it is empty or too long, or has a bidirectional control inside.
 */
export function nameOf(value: string, field: string): string {
  const fault = findNameFault(value)
  if (fault) throw new InvalidValueError('name_invalid', field, fault.rule, `${field} ${fault.message}`)
  return normalizeName(value)
}

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** Returns a name for use inside a sentence: isolated if it runs from right to left, so that it cannot reorder the words around it. */
export function isolateName(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name
}

/** The form of a short public name. */
export const slugPattern = /^[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?$/

/** Completes the message of a refused short public name. */
export const slugRule =
  'must be 1 to 63 lower-case letters, digits, dots, dashes or underscores, beginning and ending with a letter or digit'

/** A short public name, as a company's tag or a system's id. Throws InvalidValueError (`<field>_invalid`) for anything but a slug. */
export function slugOf(value: string, field: string): string {
  if (!slugPattern.test(value)) {
    throw new InvalidValueError(`${field}_invalid`, field, 'pattern', `${field} ${slugRule}`)
  }
  return value
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * An address that people return to after signing in, unchanged. Its scheme is https, http on the machine itself, or an app's own
 * with a dot (RFC 8252 §7.1). Throws InvalidValueError (`redirect_uri_invalid`).
 */
export function redirectUriOf(value: string): string {
  const url = value.length <= 2_000 && URL.canParse(value) ? new URL(value) : undefined
  const isSafe =
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && loopback.test(url.hostname)) ||
    (url !== undefined && /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(url.protocol))
  if (!url || !isSafe || /[#\s*]/.test(value) || url.username !== '' || url.password !== '') {
    throw new InvalidValueError(
      'redirect_uri_invalid',
      'redirectUris',
      'redirectUri',
      'A redirect URI must be an absolute https address without fragment, wildcard or user. Only localhost may use http.',
    )
  }
  return value
}
