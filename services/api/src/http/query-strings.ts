import { parse } from 'node:querystring'

/** The member of a parsed query that says its percent-encoding is broken. No client can send this name: it holds NUL. */
export const malformedQuery = '\u0000malformed'

/** Reads a query string. What is not valid percent-encoded UTF-8 is marked, to be refused with the other faults. */
export function readQueryString(text: string): Record<string, unknown> {
  if (!text.includes('%')) return parse(text)
  try {
    decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return { [malformedQuery]: '' }
  }
  return parse(text)
}
