import { readFile } from 'node:fs/promises'
import { RefusedError } from './command.ts'

/**
 * Reads a list that an export command wrote, one JSON value per line. Throws RefusedError naming each invalid line, because a
 * partly read list would leave things undone.
 */
export async function readLinesOfJson<T>(
  file: string,
  check: (value: unknown) => value is T,
  by: string,
): Promise<T[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new RefusedError(`${file} cannot be read: ${error.message}.`)
  })
  const faults: string[] = []
  const values = text.split(/\r?\n/).flatMap((json, at) => {
    if (json.trim() === '') return []
    const value = parsed(json)
    if (check(value)) return [value]
    faults.push(`line ${at + 1}: not written by ${by}.`)
    return []
  })
  if (faults.length > 0) throw new RefusedError(faults.join('\n'))
  return values
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
