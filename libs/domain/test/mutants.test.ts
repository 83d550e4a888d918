import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mutantsOf, mutantsOfTable, splitAtTop, weaken } from '../mutants/mutants.ts'
import type { Move } from '../src/questions/move-row.ts'
import { moves } from '../src/questions/moves.ts'

test.each([
  ['a = 1 and b = 2', ['a = 1', 'b = 2']],
  ['a = 1 and (b = 2 and c = 3)', ['a = 1', '(b = 2 and c = 3)']],
  ['case when a and b then c else d end and e', ['case when a and b then c else d end', 'e']],
  ['a between 1 and 2 and b', ['a between 1 and 2', 'b']],
  [`a = ' and ' and b`, [`a = ' and '`, 'b']],
  ['', []],
])('conjuncts of %j are found outside of parentheses, cases and texts', (sql, parts) => {
  expect(splitAtTop(sql, 'and')).toEqual(parts)
})

test('assignments are split at commas outside of calls', () => {
  expect(splitAtTop('a = coalesce(b, c), d = null', ',')).toEqual(['a = coalesce(b, c)', 'd = null'])
})

test('a move has one mutant for each clause', () => {
  const move: Move = {
    from: ['UNRESOLVED', 'FLAGGED'],
    where: 'a and b',
    set: 'c = 1',
    removes: ['NOTIFYING_EXPERTS_SYSTEM_MESSAGE'],
    offers: 'withdrawn',
    frees: true,
    event: 'QUESTION_CLAIMED',
  }

  expect(mutantsOf('move', move).map(({ name }) => name)).toEqual([
    'move: where a',
    'move: where b',
    'move: from UNRESOLVED',
    'move: from FLAGGED',
    'move: set c = 1',
    'move: removes NOTIFYING_EXPERTS_SYSTEM_MESSAGE',
    'move: frees',
    'move: offers',
  ])
})

test('every mutant of the table has a name of its own and differs from its move', () => {
  const mutants = mutantsOfTable(moves)

  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
  for (const { move, weakened } of mutants) expect(weakened).not.toEqual((moves as Record<string, Move>)[move])
})

test('a weakened assignment keeps the value of the column and the parameters of the statement', () => {
  const move: Move = { from: ['UNRESOLVED'], set: 'holder_id = $2, turn = null', event: 'QUESTION_CLAIMED' }

  expect(mutantsOf('move', move)[0]?.weakened.set).toBe(
    'holder_id = case when false then $2 else q.holder_id end, turn = null',
  )
})

test('weakening replaces one row of the table', () => {
  const weakened: Record<string, Move> = weaken(moves, 'release: where q.holder_id = $2')

  expect(weakened['release']?.where).toBe('((q.holder_id = $2) or true)')
  expect(weakened['claim']).toBe(moves.claim)
})

type Replacements = Record<string, { tests: string[]; parts: [what: string, part: string, instead: string][] }>
const at = (path: string) => new URL(path, import.meta.url)
const { replacements } = (await import(at('../mutants/replacements.mjs').href)) as { replacements: Replacements }

test.each(Object.keys(replacements))('each part that a mutant of %s replaces is there once', (path) => {
  const code = readFileSync(fileURLToPath(at(`../../../${path}`)), 'utf8')
  const parts = replacements[path]?.parts ?? []

  expect(parts.filter(([, part]) => code.split(part).length !== 2).map(([what]) => what)).toEqual([])
})
