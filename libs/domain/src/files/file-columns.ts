import type { FileType } from '@askline/contracts'
import { FileRefusedError } from './file-faults.ts'

/** Required and optional columns of a table. */
export type Columns = { needed: readonly string[]; allowed: readonly string[] }

/** The columns of each type of file (decisions/text-and-training.md). */
export const columnsOf: Record<FileType, Columns> = {
  UTTERANCES: { needed: ['text'], allowed: ['class'] },
  QA: { needed: ['question', 'answer'], allowed: ['class', 'language'] },
  HISTORY: {
    needed: ['questionId', 'askedAt', 'text'],
    allowed: ['asker', 'tags', 'answerId', 'answeredAt', 'answererEmail', 'score', 'accepted'],
  },
}

const fold = (cell: string) => cell.normalize('NFKC').toLowerCase().replace(/\s+/g, '')

const knownBy = ({ needed, allowed }: Columns) => new Map([...needed, ...allowed].map((name) => [fold(name), name]))

/** Separators of cells. Spreadsheet programs write semicolons in countries with a decimal comma. */
const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

/** Lines without values at the beginning of a table: spaces, delimiters and quotation marks. */
export const emptyLines = /^[\s,;"]*[\r\n]/

/** Returns the delimiter with which a header line names most of the columns; a comma if it names none. */
export function findDelimiter(columns: Columns, line: string): Delimiter {
  const known = knownBy(columns)
  const count = (delimiter: Delimiter) =>
    line.split(delimiter).filter((cell) => known.has(fold(cell.replaceAll('"', '')))).length
  return delimiters.reduce((best, other) => (count(other) > count(best) ? other : best))
}

/**
 * Returns the columns that a header line names, in our spelling. Case and spaces do not matter. `null` stands for a column without a
 * name; those behind the last name are left out. Throws FileRefusedError `header_unknown` or `header_incomplete`. They name a column
 * by its position, because a file without a header has its first row there.
 */
export function readHeader(columns: Columns, header: readonly string[]): (string | null)[] {
  const known = knownBy(columns)
  const cells = header.map(fold)
  const names = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).map((cell, at) => {
    const name = cell === '' ? null : known.get(cell)
    if (name !== undefined) return name
    const all = [...known.values()].join(', ')
    throw new FileRefusedError('header_unknown', {
      line: 1,
      message: `Column ${at + 1} of the first line is not one of ${all}. The first line must name the columns, separated by commas, semicolons or tabs.`,
    })
  })
  const twice = names.find((name, at) => name !== null && names.indexOf(name) !== at)
  if (twice !== undefined) {
    throw new FileRefusedError('header_unknown', {
      line: 1,
      message: `The first line names the column ${twice} twice.`,
    })
  }
  const missing = columns.needed.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    const message = `The first line lacks the column ${missing.join(', ')}.`
    throw new FileRefusedError('header_incomplete', { line: 1, message })
  }
  return names
}

/** Returns the cells of a row by the names of their columns. `undefined`: there are too few, or one without a name has text. */
export function readCells(
  names: readonly (string | null)[],
  cells: readonly string[],
): Record<string, string> | undefined {
  if (cells.length < names.length || cells.some((cell, at) => !names[at] && !isBlank(cell))) return undefined
  return Object.fromEntries(names.flatMap((name, at) => (name === null ? [] : [[name, cells[at] ?? '']])))
}

/** Returns whether a cell holds no text. */
export const isBlank = (cell: string): boolean => cell.trim() === ''

/** Returns the boolean that a cell means, in upper or lower case; `undefined` if it means none. */
export function booleanIn(cell: string): boolean | undefined {
  const value = fold(cell)
  if (['true', 'yes', '1'].includes(value)) return true
  return ['', 'false', 'no', '0'].includes(value) ? false : undefined
}
