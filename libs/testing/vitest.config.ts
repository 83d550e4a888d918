import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Set by `npm run drill`.
const isDrill = process.env['ASKLINE_DRILL'] === '1'

const root = fileURLToPath(new URL('../..', import.meta.url))

const places = ['libs/*', 'services/*', 'deploy/local']
const allTests = places.flatMap((place) => [`${place}/src/**/*.test.ts`, `${place}/test/**/*.test.ts`])
const apart = [
  // Its statements would be those of all files that ran before in the same process.
  'libs/testing/test/{company-id,grants,statements,whole-tables}.test.ts',
  // Declares leases of tables that other files import the declarations of.
  'libs/domain/test/work-lease.test.ts',
  // Replaces `fetch`.
  'services/api/test/clients.test.ts',
]
const processes = [
  'deploy/local/test/{copy,keep-running,service-process,start}.test.ts',
  'libs/runtime/test/{hand-over,revocation,service,worker}.test.ts',
  'libs/testing/test/{free-port,ladder,private-servers}.test.ts',
  'services/api/test/outage.test.ts',
  'services/notifier/test/{redis-away,several-notifiers}.test.ts',
  'services/routing-worker/test/{dead-letters,forget,service,training}.test.ts',
]
const journeys = ['libs/journeys/src/**/*.test.ts', 'libs/journeys/test/**/*.test.ts']

/** Proofs for operators: of scripts, of other programs and of unusual servers. They run in `npm run drill` only. */
const drills = {
  rules: [
    'deploy/local/test/{backup-key-ids,backup-password,backup-servers,chart,dashboards,install,install-compose}.test.ts',
    'deploy/local/test/{outside-timer,restore-refusals,rules}.test.ts',
    'services/notifier/test/python-client.test.ts',
  ],
  journeys: ['libs/journeys/test/{dashboards,encrypted,https,proxy,redis-cluster,replica,upgrade}.test.ts'],
}
/** Tests with a short form in `npm test` and a longer one in the drill. */
const longForms = {
  rules: ['libs/testing/test/migrations.test.ts', 'services/routing-worker/test/week.test.ts'],
  journeys: ['libs/journeys/test/{fuzz,restore}.test.ts'],
}

const longest = [
  'libs/journeys/test/failures.test.ts',
  'libs/journeys/test/desk-life.test.ts',
  'libs/journeys/test/desk-expert.test.ts',
  'libs/journeys/test/desk-answers.test.ts',
  'libs/journeys/test/restore.test.ts',
  'services/routing-worker/test/snapshots.test.ts',
  'services/routing-worker/test/training.test.ts',
]

/** Starts the longest files of each project first, so that none of them runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((path) => moduleId.endsWith(path))
      return place === -1 ? longest.length : place
    }
    return [...new Set(sorted.map(({ project }) => project))].flatMap((project) =>
      sorted.filter((file) => file.project === project).sort((one, other) => rank(one) - rank(other)),
    )
  }
}

const patientWaits = fileURLToPath(new URL('src/patient-waits.ts', import.meta.url))

// Tests run the TypeScript sources of every package, never a stale build.
const sources = {
  resolve: { conditions: ['source', 'node'] },
  ssr: { resolve: { conditions: ['source', 'node'], externalConditions: ['source', 'node'] } },
}

const common = {
  // A busy machine can delay a test that meets real servers beyond any timeout. So `.ci/run`, which sets CI, allows one second
  // attempt and names it at the end. Engineers and drills see each failure at once.
  retry: process.env['CI'] === 'true' && !isDrill ? 1 : 0,
  setupFiles: [patientWaits],
  pool: 'forks' as const,
  expect: { poll: { timeout: 10_000 } },
  testTimeout: 15_000,
  hookTimeout: 30_000,
}

const processors = availableParallelism()

/** One Vitest for the whole repository, with one server, one template database and no cached results. */
export default defineConfig({
  root,
  ...sources,
  test: {
    globalSetup: [fileURLToPath(new URL('src/global-setup.ts', import.meta.url))],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        root,
        ...sources,
        test: {
          ...common,
          name: 'rules',
          include: isDrill ? [...drills.rules, ...longForms.rules] : allTests,
          exclude: isDrill ? [] : [...apart, ...processes, ...journeys, ...drills.rules, '**/node_modules/**'],
          // Files of one worker share their modules, because importing them for each file took a third of the time.
          isolate: false,
          // One more than processors, because tests wait for Postgres.
          maxWorkers: processors + 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        root,
        ...sources,
        test: {
          ...common,
          name: 'apart',
          include: isDrill ? [] : apart,
          maxWorkers: processors + 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        root,
        ...sources,
        test: {
          ...common,
          name: 'processes',
          include: isDrill ? [] : processes,
          isolate: false,
          // They mostly wait.
          maxWorkers: processors + 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        root,
        ...sources,
        test: {
          ...common,
          name: 'journeys',
          globalSetup: ['clients/bring-browser.ts', 'stage/prepare-stages.ts'].map((path) =>
            fileURLToPath(new URL(`../journeys/src/${path}`, import.meta.url)),
          ),
          setupFiles: [patientWaits, fileURLToPath(new URL('src/as-documented.ts', import.meta.url))],
          include: isDrill ? [...drills.journeys, ...longForms.journeys] : journeys,
          exclude: isDrill ? [] : [...drills.journeys, '**/node_modules/**'],
          isolate: false,
          // Each file starts about ten processes of its own, many of them a browser, so they run after all others.
          maxWorkers: Math.max(2, Math.floor(processors / 2)),
          // Drills build another version, and load the machine themselves.
          testTimeout: isDrill ? 900_000 : 240_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
