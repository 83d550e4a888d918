import { UnreadableBytesError } from '../columns/bytes.ts'
import type { Steps } from '../columns/take-steps.ts'
import { IdNumbers } from './id-numbers.ts'

/** Ids one a line, their own line breaks escaped; the line of a forgotten id is empty. */
export function linesOf(ids: readonly string[]): Uint8Array {
  return new TextEncoder().encode(ids.map(escapedLine).join('\n'))
}

/** Returns an id as a line: its own line breaks are escaped. */
export const escapedLine = (id: string) =>
  /[\\\n]/.test(id) ? id.replaceAll('\\', '\\\\').replaceAll('\n', '\\n') : id
const unescaped = (line: string) =>
  line.includes('\\') ? line.replace(/\\(.)/g, (_, mark) => (mark === 'n' ? '\n' : mark)) : line

const bytesOfStep = 1 << 17
const lineBreak = 10

/**
 * Ids by their numbers and numbers by their ids, but for those of empty lines, in steps of some 130 kB. Throws
 * UnreadableBytesError when there are not `count` lines.
 */
export function* readLines(
  column: Uint8Array,
  count: number,
  { areEscaped }: { readonly areEscaped: boolean },
): Steps<{ ids: string[]; numbers: IdNumbers }> {
  const ids: string[] = []
  const numbers = new IdNumbers()
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (let from = 0; count > 0 && from <= column.length; ) {
    const next = column.indexOf(lineBreak, from + bytesOfStep)
    const to = next < 0 ? column.length : next
    for (const line of decoder.decode(column.subarray(from, to)).split('\n')) {
      const id = areEscaped ? unescaped(line) : line
      if (id !== '') numbers.set(id, ids.length)
      ids.push(id)
    }
    from = to + 1
    yield
  }
  if (ids.length !== count) throw new UnreadableBytesError(`These bytes hold ${ids.length} ids for ${count} rows.`)
  return { ids, numbers }
}
