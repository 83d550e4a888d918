// `npm run mutants`: weakens the table of moves clause by clause and runs the domain's tests against each mutant.
// A mutant that no test notices is a survivor. Survivors with a written reason are in `survivors.md`.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createVitest } from 'vitest/node'

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    fresh: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})

const root = fileURLToPath(new URL('../../../', import.meta.url))
const movesFile = `${root}libs/domain/src/questions/moves.ts`
const mutantsFile = `${root}libs/domain/mutants/mutants.ts`
const resultsFile = `${root}node_modules/.cache/askline-mutants/results.jsonl`

/** Tests that state the rules of moves, in three steps from fast to slow: most mutants end in the first. */
const steps = [
  ['moves'],
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
]
process.env['ASKLINE_MODEL_RUNS'] ??= '40'

const conditions = ['source', 'node']
let current
/** Replaces the exported table by the current mutant, only in this run. */
const weakening = {
  name: 'askline-mutants',
  enforce: 'pre',
  transform(code, id) {
    if (id.split('?')[0] !== movesFile || current === undefined) return undefined
    return `${code
      .replace('export const moves =', 'const intact =')
      .replace('keyof typeof moves', 'keyof typeof intact')}
import { weaken } from ${JSON.stringify(mutantsFile)}
export const moves = weaken(intact, ${JSON.stringify(current)})`
  },
}

// One worker without isolation imports the domain once per mutant instead of once per file. Tests that hold locks come last.
const vitest = await createVitest(
  'test',
  {
    watch: true,
    config: false,
    root,
    globalSetup: [`${root}libs/testing/src/global-setup.ts`],
    include: ['libs/domain/test/*.test.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 15_000,
    hookTimeout: 30_000,
    reporters: [{ onInit() {} }],
    silent: true,
    bail: 1,
  },
  {
    plugins: [weakening],
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
  },
)
const { moves } = await vitest.import(movesFile)
const { mutantsOfTable } = await vitest.import(mutantsFile)
const wanted = mutantsOfTable(moves).filter(
  ({ move }) => flags.only === undefined || flags.only.split(',').includes(move),
)

if (flags.fresh) rmSync(resultsFile, { force: true })
mkdirSync(dirname(resultsFile), { recursive: true })
const known = new Map(
  (existsSync(resultsFile) ? readFileSync(resultsFile, 'utf8') : '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map((one) => [one.name, one]),
)
if (flags.list) {
  for (const { name } of wanted) console.log(`${known.get(name)?.outcome ?? 'not run'}\t${name}`)
  process.exit(0)
}

const specsOf = async (names) => vitest.globTestSpecifications(names.map((name) => `libs/domain/test/${name}.test.ts`))

/** Returns the title of the first failed test, or undefined if all pass. */
async function firstFailure(names) {
  for (const project of vitest.projects) {
    vitest.invalidateFile?.(movesFile)
    for (const node of project.vite.moduleGraph.getModulesByFile(movesFile) ?? [])
      project.vite.moduleGraph.invalidateModule(node)
    for (const environment of Object.values(project.vite.environments)) {
      for (const node of environment.moduleGraph.getModulesByFile(movesFile) ?? [])
        environment.moduleGraph.invalidateModule(node)
    }
  }
  const specs = await specsOf(names)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs, false)
  if (unhandledErrors.length > 0) return `error: ${unhandledErrors[0]?.message ?? ''}`
  for (const one of testModules) {
    if (one.errors().length > 0) return `error: ${one.errors()[0]?.message ?? ''}`
    for (const test of one.children.allTests('failed')) return test.fullName
  }
  return undefined
}

if ((await firstFailure(steps.flat())) !== undefined) {
  console.error('The tests fail without any mutant. Repair them first.')
  process.exit(1)
}

const endsAt = Date.now() + Number(flags.minutes) * 60_000
let run = 0
for (const { name } of wanted) {
  if (known.has(name)) continue
  if (Date.now() > endsAt) break
  current = name
  const startedAt = Date.now()
  let killer
  for (const step of steps) killer ??= await firstFailure(step)
  const outcome = killer === undefined ? 'survived' : 'killed'
  const result = { name, outcome, killer, seconds: Math.round((Date.now() - startedAt) / 1000) }
  known.set(name, result)
  appendFileSync(resultsFile, `${JSON.stringify(result)}\n`)
  console.log(`${++run}\t${outcome}\t${result.seconds} s\t${name}`)
}
await vitest.close()

const done = wanted.filter(({ name }) => known.has(name))
const survivors = done.filter(({ name }) => known.get(name).outcome === 'survived')
console.log(`\n${done.length} of ${wanted.length} mutants were run, ${survivors.length} survived.`)
for (const { name } of survivors) console.log(`- ${name}`)
process.exit(0)
