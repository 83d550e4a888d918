import type { Move } from '../src/questions/move-row.ts'

/** One weakened row of the table of moves. `name` is stable, so a run can be resumed and a survivor can be named. */
export type Mutant = { name: string; move: string; weakened: Move }

type Words = readonly string[]

/**
 * Returns every mutant of one row of the table of moves. A mutant lacks one conjunct of `where`, status of `from`, assignment of
 * `set` or message of `removes` or `adds`. Others lack `frees`, `routes` or `offers`.
 */
export function mutantsOf(name: string, move: Move): Mutant[] {
  const mutant = (clause: string, change: Partial<Record<keyof Move, unknown>>): Mutant => ({
    name: `${name}: ${clause}`,
    move: name,
    weakened: { ...move, ...change } as Move,
  })
  const without = <T>(items: readonly T[], one: number) => items.filter((_, i) => i !== one)
  const conjuncts = splitAtTop(move.where ?? '', 'and').filter((sql) => sql !== 'true')
  const assignments = splitAtTop(move.set, ',')
  const { removes = [], adds = [], from } = move as { removes?: Words; adds?: Move['adds']; from: Words }
  return [
    ...conjuncts.map((sql, i) => mutant(`where ${sql}`, { where: conjuncts.with(i, always(sql)).join(' and ') })),
    ...(from.length > 1 ? from.map((status, i) => mutant(`from ${status}`, { from: without(from, i) })) : []),
    ...assignments.map((sql, i) => mutant(`set ${sql}`, { set: assignments.with(i, unchanged(sql)).join(', ') })),
    ...removes.map((type, i) => mutant(`removes ${type}`, { removes: without(removes, i) })),
    ...(adds ?? []).map(({ type }, i) => mutant(`adds ${type}`, { adds: without(adds ?? [], i) })),
    ...(['frees', 'routes', 'offers'] as const).flatMap((flag) =>
      move[flag] === undefined ? [] : [mutant(flag, { [flag]: undefined })],
    ),
  ]
}

// Weakened clauses still name their parameters. Postgres refuses a statement that does not name all, and each test would fail.
const always = (condition: string) => `((${condition}) or true)`
function unchanged(assignment: string): string {
  const [column = '', value = ''] = assignment.split(/ = (.*)/s)
  return `${column} = case when false then ${value} else q.${column} end`
}

/** Splits SQL at a separator that stands outside of parentheses, quotes, `case … end` and `between … and`. */
export function splitAtTop(sql: string, separator: 'and' | ','): string[] {
  const tokens = sql.match(/'(?:[^']|'')*'|[()]|,|[A-Za-z_"$][\w."$]*|\s+|./gs) ?? []
  const parts = ['']
  let depth = 0
  let isBetween = false
  for (const token of tokens) {
    const word = token.toLowerCase()
    if (word === '(' || word === 'case') depth++
    if (word === ')' || word === 'end') depth--
    if (word === 'between') isBetween = true
    if (depth === 0 && word === separator && !isBetween) parts.push('')
    else parts[parts.length - 1] += token
    if (word === 'and') isBetween = false
  }
  return parts.map((part) => part.replace(/\s+/g, ' ').trim()).filter((part) => part !== '')
}

/** Returns the table with one row replaced by its mutant. Throws if there is no mutant of that name. */
export function weaken<Table extends Record<string, Move>>(table: Table, name: string | undefined): Table {
  if (name === undefined) return table
  const mutant = mutantsOfTable(table).find((one) => one.name === name)
  if (!mutant) throw new Error(`There is no mutant "${name}".`)
  return { ...table, [mutant.move]: mutant.weakened }
}

export const mutantsOfTable = (table: Record<string, Move>): Mutant[] =>
  Object.entries(table).flatMap(([name, move]) => mutantsOf(name, move))
