// `npm run mutants`: weakens the table of moves clause by clause and runs the domain's tests against each mutant.
// A mutant that no test notices is a survivor. Survivors with a written reason are in `survivors.md`.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { mutateCode } from './code.mjs'
import { mutateTexts } from './replace.mjs'
import { openResults } from './results.mjs'
import { startVitest } from './run-mutants.mjs'

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    fresh: { type: 'boolean', default: false },
    survivors: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    code: { type: 'boolean', default: false },
    sql: { type: 'boolean', default: false },
  },
})

if (flags.code) process.exit(mutateCode(flags.only))
const results = openResults(flags)
if (flags.sql) process.exit(await mutateTexts(flags, results))

const root = fileURLToPath(new URL('../../../', import.meta.url))
const movesFile = `${root}libs/domain/src/questions/moves.ts`
const mutantsFile = `${root}libs/domain/mutants/mutants.ts`

const inDomain = (names) => names.map((name) => `libs/domain/test/${name}.test.ts`)
const ownTests = inDomain(['moves'])
/** Tests that state the rules of moves, from fast to slow. They run for mutants that the move's own tests pass. */
const laterSteps = [
  [
    'question-life',
    'lost-rights',
    'second-opinion',
    'auto-response',
    'races',
    'deadlines-together',
    'absent-experts',
    'reassign-expert-work',
  ],
  ['question-model'],
].map(inDomain)
process.env['ASKLINE_MODEL_RUNS'] ??= '40'

let mutants = []
/** A copy of the table that is not weakened. It runs with the mutants of each move, because its tests must pass as a copy too. */
const intact = 1_000_000
const weakened = (code, mutant) => `${code
  .replace('export const moves =', 'const intact =')
  .replace('keyof typeof moves', 'keyof typeof intact')}
import { weaken } from ${JSON.stringify(mutantsFile)}
export const moves = weaken(intact, ${JSON.stringify(mutants[mutant]?.name)})`

const { vitest, noteDependents, firstFailures } = await startVitest(movesFile, weakened)
const { moves } = await vitest.import(movesFile)
const { mutantsOfTable } = await vitest.import(mutantsFile)
mutants = mutantsOfTable(moves)
const wanted = [...mutants.entries()].filter(
  ([, { move }]) => flags.only === undefined || flags.only.split(',').includes(move),
)

if (flags.list) {
  for (const [, { name }] of wanted) console.log(`${results.outcomeOf(name)}\t${name}`)
  process.exit(0)
}
const { isOver, note, seconds } = results

if ((await firstFailures(ownTests)).size > 0) {
  console.error('The tests fail without any mutant. Repair them first.')
  process.exit(1)
}
noteDependents()

const left = wanted.filter(([, { name }]) => !results.has(name))
const unnoticed = []
for (const move of new Set(left.map(([, one]) => one.move))) {
  if (isOver()) break
  let open = left.filter(([, one]) => one.move === move)
  // One test is the snapshot of what the move changes. It notices most mutants in a third of a second.
  for (const titles of [`^${move} changes exactly this$`, `^${move} `]) {
    if (open.length === 0) break
    const failures = await firstFailures(ownTests, [intact, ...open.map(([n]) => n)], new RegExp(titles))
    if (failures.has(intact)) throw new Error(`A copy that is not weakened fails: ${failures.get(intact)}`)
    for (const [n, { name }] of open) if (failures.has(n)) note(name, failures.get(n))
    open = open.filter(([n]) => !failures.has(n))
  }
  unnoticed.push(...open)
  for (const [, { name }] of open) console.log(`open\t${name}`)
  console.log(`${move}: ${seconds()} s`)
}
if (unnoticed.length > 0 && !isOver()) {
  await firstFailures(laterSteps.flat(), [undefined], /^only import the files$/)
  noteDependents()
  const failures = await firstFailures(laterSteps.flat(), [intact])
  if (failures.has(intact)) throw new Error(`A copy that is not weakened fails: ${failures.get(intact)}`)
}
for (const [n, { name }] of unnoticed) {
  if (isOver()) break
  let killer
  for (const names of laterSteps) killer ??= (await firstFailures(names, [n])).get(n)
  note(name, killer)
}
await vitest.close()

results.report(wanted.map(([, { name }]) => name))
process.exit(0)
