import { domainToASCII } from 'node:url'
import { limits } from '@askline/contracts'
import { InvalidValueError } from '../errors.ts'

/**
 * Returns the normal form of an e-mail address, by which people are found and compared: NFC, Unicode lower case, the domain as
 * `domainOf` returns it. Idempotent. SQL never lowers letters, because databases have the locale C.
 */
export function addressOf(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 0
    ? lowerCase(email.trim())
    : `${lowerCase(email.slice(0, at).trimStart())}@${domainOf(email.slice(at + 1))}`
}

/** Returns the normal form of a domain: lower case, in ASCII (punycode), without a dot at the end. An invalid one is only lowered. */
export function domainOf(domain: string): string {
  const lowered = lowerCase(domain.trim())
  const ascii = plain.test(lowered) ? lowered : delimiters.test(lowered) ? '' : domainToASCII(lowered)
  return (ascii || lowered).replace(/(?<=.)\.$/, '')
}

const plain = /^[a-z0-9.-]*$/
/** `domainToASCII` parses a URL, so it would drop a path and decode percent signs. */
const delimiters = /[/\\?#%:@[\]]/

const lowerCase = (text: string): string => text.normalize('NFC').toLowerCase().normalize('NFC')

/** Returns an e-mail address as it was given, without spaces around it. Throws InvalidValueError (`email_invalid`) for anything else. */
export function emailOf(value: string): string {
  const email = value.trim()
  if (email.length > limits.emailLength || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new InvalidValueError('email_invalid', 'email', 'email', 'This is not an e-mail address')
  }
  return email
}
