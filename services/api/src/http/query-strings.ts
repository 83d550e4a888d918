import { parse } from 'node:querystring'

/** The member that marks a query with broken percent-encoding. Clients cannot send this name, because it holds NUL. */
export const malformedQuery = '\u0000malformed'

/** Parses a query string. Invalid percent-encoding is marked, so that it is refused with the other faults. */
export function readQueryString(text: string): Record<string, unknown> {
  if (!text.includes('%')) return parse(text)
  try {
    decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return { [malformedQuery]: '' }
  }
  return parse(text)
}
