import { domainToASCII } from 'node:url'
import { limits } from '@askline/contracts'
import { InvalidValueError } from '../errors.ts'

/**
 * Returns the normal form of an e-mail address, by which people are found and compared. It is NFC and Unicode lower case, without
 * invisible characters, with one small sigma, and the domain as `domainOf` returns it. Idempotent. SQL never lowers letters, because databases have
 * the locale C.
 */
export function addressOf(email: string): string {
  const seen = visiblePartOf(email)
  const at = seen.lastIndexOf('@')
  return at < 0 ? localPartOf(seen) : `${localPartOf(seen.slice(0, at))}@${domainOf(seen.slice(at + 1))}`
}

/**
 * Returns an e-mail address without spaces around it, and without direction marks and other invisible characters. They come along
 * when it is copied from a page.
 */
export const visiblePartOf = (email: string): string => email.replace(/\p{Cf}+/gu, '').trim()

/** The small sigma at the end of a word has the same capital as the other one. */
const localPartOf = (text: string): string => lowerCase(text).replaceAll('ς', 'σ')

/** Returns the normal form of a domain: lower case, in ASCII (punycode), without dots at the end. An invalid one is only lowered. */
export function domainOf(domain: string): string {
  const lowered = withoutEnd(lowerCase(domain.trim()))
  const ascii = plain.test(lowered) ? lowered : delimiters.test(lowered) ? '' : domainToASCII(lowered)
  return withoutEnd(ascii || lowered)
}

/** Dots of all scripts, of which one may end a domain. */
const withoutEnd = (domain: string) => domain.replace(/(?<=[^\s.。．｡])[\s.。．｡]+$/u, '')

const plain = /^[a-z0-9.-]*$/
/** `domainToASCII` parses a URL, so it would drop a path and decode percent signs. */
const delimiters = /[/\\?#%:@[\]]/

const lowerCase = (text: string): string => text.normalize('NFC').toLowerCase().normalize('NFC')

/** Returns whether a text is an e-mail address, by what people see of it. */
export function isEmail(value: string): boolean {
  const email = visiblePartOf(value)
  return email.length <= limits.emailLength && /^[^\s@]+@[^\s@]+$/.test(email)
}

/** Returns an e-mail address as it was given, but only what people see of it. Throws InvalidValueError (`email_invalid`) for anything else. */
export function emailOf(value: string): string {
  const email = visiblePartOf(value)
  if (!isEmail(email)) {
    throw new InvalidValueError('email_invalid', 'email', 'email', 'The value is not a valid e-mail address.')
  }
  return email
}
