import type { FaultDetail } from '@askline/contracts'
import type { TObject } from 'typebox'

/** Names shorter than this are too alike to guess what was meant. */
const leastLength = 6
const mostEdits = 2

/**
 * Builds a check of the names in a query. It returns a fault for the first unknown name that is within two edits of a known
 * one: ignored silently, `lastCheked` would return everything. Other unknown names pass, because known clients send some.
 */
export function spellingOf({ properties }: TObject): (query: object) => FaultDetail | undefined {
  const known = Object.keys(properties)
  const guessable = known.filter((name) => name.length >= leastLength)
  return (query) => {
    for (const name of Object.keys(query)) {
      if (known.includes(name)) continue
      const meant = guessable.find((one) => isWithinEdits(one, name))
      if (meant !== undefined) {
        const field = `query.${name}`
        const message = `${field} is not a parameter of this request. Did you mean \`${meant}\`?`
        return { field, rule: 'misspelled', message }
      }
    }
    return undefined
  }
}

/** Whether at most `mostEdits` insertions, deletions and substitutions lead from one name to the other (Levenshtein). */
function isWithinEdits(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > mostEdits) return false
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(substitution, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    previous = row
  }
  return (previous[b.length] ?? 0) <= mostEdits
}
