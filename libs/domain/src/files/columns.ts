import type { FileType } from '@askline/contracts'
import { FileRefusedError } from './faults.ts'

/** Required and optional columns of each type of file (decisions/text-and-training.md). */
export const columnsOf: Record<FileType, { needed: readonly string[]; allowed: readonly string[] }> = {
  UTTERANCES: { needed: ['text'], allowed: ['class'] },
  QA: { needed: ['question', 'answer'], allowed: ['class', 'language'] },
  HISTORY: {
    needed: ['questionId', 'askedAt', 'text'],
    allowed: ['asker', 'tags', 'answerId', 'answeredAt', 'answererEmail', 'score', 'accepted'],
  },
}

/**
 * Returns the columns that a header line names, in our spelling; case and surrounding spaces do not matter. Throws
 * FileRefusedError `header_unknown` or `header_incomplete`. They name a column by its position, because a file without a header
 * has its first row there.
 */
export function readHeader(type: FileType, header: readonly string[]): string[] {
  const { needed, allowed } = columnsOf[type]
  const known = new Map([...needed, ...allowed].map((name) => [name.toLowerCase(), name]))
  const names = header.map((cell, at) => {
    const name = known.get(cell.trim().toLowerCase())
    if (name !== undefined) return name
    const all = [...known.values()].join(', ')
    throw new FileRefusedError('header_unknown', {
      line: 1,
      message: `Column ${at + 1} of the first line is not one of ${all}: the first line must name the columns`,
    })
  })
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) {
    throw new FileRefusedError('header_unknown', { line: 1, message: `The first line names the column ${twice} twice` })
  }
  const missing = needed.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    const message = `The first line lacks the column ${missing.join(', ')}`
    throw new FileRefusedError('header_incomplete', { line: 1, message })
  }
  return names
}
