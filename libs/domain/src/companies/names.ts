import { limits } from '@askline/contracts'
import { InvalidValueError } from '../errors.ts'

/** `value` without spaces around it. Throws InvalidValueError (`<field>_invalid`) when nothing is left or it is too long. */
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
  return name
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

/** An e-mail address as rows hold it: lower case, no spaces around it. Throws InvalidValueError (`email_invalid`) for what is none. */
export function emailOf(value: string): string {
  const email = value.trim().toLowerCase()
  if (email.length > limits.emailLength || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new InvalidValueError('email_invalid', 'email', 'email', 'This is not an e-mail address')
  }
  return email
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * An address people are sent back to after signing in, unchanged: https, or http on the machine itself, or a scheme of an
 * app's own that holds a dot (RFC 8252 §7.1). Throws InvalidValueError (`redirect_uri_invalid`).
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
