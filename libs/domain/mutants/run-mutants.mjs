import { fileURLToPath } from 'node:url'
import { createVitest } from 'vitest/node'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const statements = `${root}libs/db/src/statement.ts`
const conditions = ['source', 'node']
const invalid = /could not determine data type of parameter|syntax error at|is of type \w+ but expression is of type/

/**
 * Starts a Vitest that runs tests against mutants of one file. `mutate(code, mutant)` returns the file's code for a mutant.
 *
 * Importing the domain takes seconds, a test of a move a tenth of one. So one worker runs the tests of many mutants. The test
 * file `a.test.ts?mutant=3` imports copies of the mutated file and of every file that depends on it. All others are shared.
 */
export async function startVitest(file, mutate) {
  const marked = /\?mutant=(\d+)$/
  const dependents = new Set()

  const copies = {
    name: 'askline-mutants',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const mutant = importer?.match(marked)?.[0]
      if (mutant === undefined) return undefined
      const found = await this.resolve(source, importer.replace(marked, ''), { ...options, skipSelf: true })
      return found && dependents.has(found.id) ? `${found.id}${mutant}` : found
    },
    transform(code, id) {
      // Each copy declares its statements again, with another text. Its test opens connections of its own.
      if (id === statements) return code.replace(/if .* throw new Error\(`Two statements .*/, '')
      const mutant = id.match(marked)?.[1]
      return mutant !== undefined && id.replace(marked, '') === file ? mutate(code, Number(mutant)) : undefined
    },
  }

  const vitest = await createVitest(
    'test',
    {
      watch: true,
      config: false,
      root,
      globalSetup: [`${root}libs/testing/src/global-setup.ts`],
      setupFiles: [`${root}libs/testing/src/patient-waits.ts`],
      include: ['{libs,services}/*/test/*.test.ts'],
      pool: 'forks',
      isolate: false,
      maxWorkers: 1,
      fileParallelism: false,
      expect: { poll: { timeout: 10_000 } },
      testTimeout: 15_000,
      hookTimeout: 30_000,
      resolveSnapshotPath: (path, extension) =>
        path.replace(marked, '').replace(/([^/]+)$/, `__snapshots__/$1${extension}`),
      update: 'none',
      reporters: [{ onInit() {} }],
      silent: true,
    },
    {
      plugins: [copies],
      resolve: { conditions },
      ssr: { resolve: { conditions, externalConditions: conditions } },
    },
  )
  const [project] = vitest.projects

  const { withClient } = await vitest.import(`${root}libs/testing/src/run-servers.ts`)

  /** Drops the databases of the tests that ran, because hundreds of mutants would fill the disk with them. */
  async function dropTestDatabases() {
    const { run, postgresUrl, template } = project.getProvidedContext().askline
    await withClient(postgresUrl, async (client) => {
      const { rows } = await client.query('select datname from pg_database where datname like $1 and datname <> $2', [
        `askline\\_${run}\\_%`,
        template,
      ])
      for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
    })
  }

  /** Notes which files import the mutated file, directly or not. Vitest must have imported the tests without a mutant. */
  function noteDependents() {
    dependents.clear()
    const graphs = Object.values(project.vite.environments).map(({ moduleGraph }) => moduleGraph)
    const open = [file]
    for (const one of open) {
      if (dependents.has(one)) continue
      dependents.add(one)
      for (const graph of graphs) {
        for (const node of graph.getModulesByFile(one) ?? []) open.push(...[...node.importers].map((i) => i.file))
      }
    }
  }

  /**
   * Runs test files, given by their paths, once for each mutant, or once without one. Returns the title of the first failed test of each mutant;
   * a mutant that is missing there passed them all.
   */
  async function firstFailures(paths, mutants = [undefined], titles = undefined) {
    if (titles) vitest.setGlobalTestNamePattern(titles)
    else vitest.resetGlobalTestNamePattern()
    const specs = mutants.flatMap((mutant) =>
      paths.map((path) =>
        project.createSpecification(`${root}${path}${mutant === undefined ? '' : `?mutant=${mutant}`}`),
      ),
    )
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs, false)
    await dropTestDatabases()
    const failures = new Map()
    // Vitest also returns the modules of earlier runs.
    const wanted = new Set(specs.map(({ moduleId }) => moduleId))
    for (const one of testModules.filter(({ moduleId }) => wanted.has(moduleId))) {
      const mutant = one.moduleId.match(marked)?.[1]
      const key = mutant === undefined ? undefined : Number(mutant)
      const error = one.errors()[0]
      const [test] = one.children.allTests('failed')
      const messages = test?.result().errors?.map(({ message }) => message) ?? []
      const refusal = messages.find((message) => invalid.test(message))
      if (refusal)
        throw new Error(`Postgres refuses mutant ${key}, so no test can judge it. Repair its SQL: ${refusal}`)
      const failure = error ? `error: ${error.message}` : test?.fullName
      if (failure !== undefined && !failures.has(key)) failures.set(key, failure)
    }
    if (unhandledErrors.length > 0 && failures.size === 0) throw unhandledErrors[0]
    return failures
  }

  return { vitest, noteDependents, firstFailures }
}
