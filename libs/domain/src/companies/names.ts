import { limits } from '@askline/contracts'
import { InvalidValueError } from '../errors.ts'

/** Matches the characters that change the direction of text (Unicode's Bidi_Control). With one, a name can imitate another. */
export const bidiControls = /\p{Bidi_Control}/u

/**
 * Returns `value` without surrounding spaces. Throws InvalidValueError (`<field>_invalid`) if it is then empty, too long, or
 * has a bidirectional control.
 */
export function nameOf(value: string, field: string): string {
  const name = value.trim()
  if (name.length === 0 || name.length > limits.nameLength) {
    throw new InvalidValueError(
      `${field}_invalid`,
      field,
      'length',
      `${field} must have 1 to ${limits.nameLength} characters`,
    )
  }
  const control = describeBidiControl(name)
  if (control) throw new InvalidValueError(`${field}_invalid`, field, 'bidi', `${field} ${control}`)
  return name
}

/** Returns what is wrong with a name that has a bidirectional control, else `undefined`. */
export function describeBidiControl(name: string): string | undefined {
  const [control] = bidiControls.exec(name) ?? []
  if (control === undefined) return undefined
  const codePoint = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return `has the bidirectional control U+${codePoint}; remove it`
}

const allBidiControls = /\p{Bidi_Control}/gu

/** Returns a stored name without bidirectional controls. Names that were stored before these were refused may have some. */
export const displayName = (name: string): string =>
  bidiControls.test(name) ? name.replaceAll(allBidiControls, '') : name

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** Returns a name for use inside a sentence: isolated if it runs from right to left, so that it cannot reorder the words around it. */
export function isolateName(name: string): string {
  const shown = displayName(name)
  return rightToLeft.test(shown) ? `\u2068${shown}\u2069` : shown
}

const slugPattern = /^[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?$/

/** A short public name, as a company's tag or a system's id. Throws InvalidValueError (`<field>_invalid`) for anything but a slug. */
export function slugOf(value: string, field: string): string {
  if (!slugPattern.test(value)) {
    throw new InvalidValueError(
      `${field}_invalid`,
      field,
      'pattern',
      `${field} must be 1 to 63 lower-case letters, digits, dots, dashes or underscores, beginning and ending with a letter or digit`,
    )
  }
  return value
}

/** An e-mail address as rows hold it: lower case, no spaces around it. Throws InvalidValueError (`email_invalid`) for anything else. */
export function emailOf(value: string): string {
  const email = value.trim().toLowerCase()
  if (email.length > limits.emailLength || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new InvalidValueError('email_invalid', 'email', 'email', 'This is not an e-mail address')
  }
  return email
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
      'A redirect URI must be a whole https address without fragment, wildcard or user; http only for localhost',
    )
  }
  return value
}
