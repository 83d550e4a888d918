import { countEdits, type FaultDetail } from '@askline/contracts'
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
      const meant = guessable.find((one) => countEdits(one, name, mostEdits + 1) <= mostEdits)
      if (meant !== undefined) {
        const field = `query.${name}`
        const message = `${field} is not a parameter of this request. Did you mean \`${meant}\`?`
        return { field, rule: 'misspelled', message }
      }
    }
    return undefined
  }
}
