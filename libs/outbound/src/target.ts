import { isIP } from 'node:net'
import { refusal } from './faults.ts'

const openPorts = [443, 8443]

/** Where a URL leads, before its name is looked up. */
export type Target = {
  /** A name, or an IP address without brackets. */
  host: string
  isAddress: boolean
  port: number
  isSecure: boolean
  /** Path and query. */
  path: string
  /** The rule that refuses the URL unless `OUTBOUND_ALLOWED` has all its addresses. */
  unlessAllowed?: 'scheme' | 'port'
}

/** Reads a URL. Throws a FaultError if no setting permits it: another scheme than http and https, or a user name or password. */
export function readTarget(text: string): Target {
  if (!URL.canParse(text)) throw refusal('url_invalid', 'must be a URL such as https://example.com/path')
  const { protocol, username, password, hostname, port, pathname, search } = new URL(text)
  const isSecure = protocol === 'https:'
  if (!isSecure && protocol !== 'http:') throw refuseUnlessAllowed('scheme')
  if (username !== '' || password !== '') throw refusal('user_info', 'must not contain a user name or password')
  // A name with a dot at its end is the same name, but certificates do not have the dot.
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const number = port === '' ? (isSecure ? 443 : 80) : Number(port)
  const target = { host, isAddress: isIP(host) !== 0, port: number, isSecure, path: pathname + search }
  if (!isSecure) return { ...target, unlessAllowed: 'scheme' }
  return openPorts.includes(number) ? target : { ...target, unlessAllowed: 'port' }
}

/** Returns the error of a URL whose scheme or port is only for addresses that the operator permits. */
export function refuseUnlessAllowed(rule: 'scheme' | 'port') {
  return rule === 'scheme'
    ? refusal('scheme', 'must use https')
    : refusal('port', `must use port ${openPorts.join(' or ')}`)
}
