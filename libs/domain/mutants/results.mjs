import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../../../node_modules/.cache/askline-mutants/results.jsonl', import.meta.url))

/**
 * Opens the results of earlier runs, so that a run continues where the last one ended. `fresh` forgets them, `survivors` only those
 * of mutants that survived.
 */
export function openResults({ fresh, survivors, minutes }) {
  if (fresh) rmSync(file, { force: true })
  mkdirSync(dirname(file), { recursive: true })
  const lines = (existsSync(file) ? readFileSync(file, 'utf8') : '').split('\n').filter(Boolean)
  const known = new Map(lines.map((line) => JSON.parse(line)).map((one) => [one.name, one]))
  if (survivors) for (const { name, outcome } of [...known.values()]) if (outcome === 'survived') known.delete(name)
  const startedAt = Date.now()
  return {
    has: (name) => known.has(name),
    outcomeOf: (name) => known.get(name)?.outcome ?? 'not run',
    isOver: () => Date.now() > startedAt + Number(minutes) * 60_000,
    seconds: () => Math.round((Date.now() - startedAt) / 1000),
    /** Stores the result of a mutant. `killer` is the title of the test that noticed it, or undefined. */
    note(name, killer) {
      const result = { name, outcome: killer === undefined ? 'survived' : 'killed', killer }
      known.set(name, result)
      appendFileSync(file, `${JSON.stringify(result)}\n`)
      console.log([result.outcome, name, killer].filter(Boolean).join('\t'))
    },
    /** Prints the numbers of the mutants of these names, and the survivors. */
    report(names) {
      const done = names.filter((name) => known.has(name))
      const survivors = done.filter((name) => known.get(name).outcome === 'survived')
      console.log(`\n${done.length} of ${names.length} mutants have run, ${survivors.length} survived.`)
      for (const name of survivors) console.log(`- ${name}`)
    },
  }
}
