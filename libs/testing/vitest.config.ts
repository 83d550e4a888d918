import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type BrowserCommand, type TestSpecification } from 'vitest/node'
import { browserFlags, findBrowser } from './src/servers/browser.ts'

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
const journeys = ['libs/journeys/src/**/*.test.ts', 'libs/journeys/test/**/*.test.ts']

/** Proofs for operators: of scripts, of other programs and of unusual servers. They run in `npm run drill` only. */
const drills = {
  rules: [
    'deploy/local/test/{backup-key-ids,backup-password,backup-servers,chart,dashboards,install,install-compose}.test.ts',
    'deploy/local/test/{outside-timer,restore-refusals,rules}.test.ts',
    'services/courier/test/endpoint-delays.test.ts',
    'services/notifier/test/python-client.test.ts',
  ],
  journeys: [
    'libs/journeys/test/{dashboards,encrypted,https,proxy,redis-cluster,replica,restore-twice,upgrade}.test.ts',
  ],
}
/** Tests with a short form in `npm test` and a longer one in the drill. */
const longForms = {
  rules: [
    'libs/testing/test/migrations.test.ts',
    'services/api/test/generated-types.test.ts',
    'services/courier/test/many-deliveries.test.ts',
    'services/routing-worker/test/week.test.ts',
  ],
  journeys: ['libs/journeys/test/{feed,fuzz,restore}.test.ts'],
}

const longest = [
  'libs/journeys/test/failures.test.ts',
  'libs/journeys/test/desk-life.test.ts',
  'libs/journeys/test/restore.test.ts',
  'services/api/test/matrix.test.ts',
  'services/routing-worker/test/snapshots.test.ts',
  'services/routing-worker/test/training.test.ts',
]

/**
 * Starts the longest files of each project first, so that none of them runs alone at the end. Leaves the tests of components out
 * if there is no browser after the global setup.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((path) => moduleId.endsWith(path))
      return place === -1 ? longest.length : place
    }
    const hasBrowser = findBrowser() !== undefined
    return [...new Set(sorted.map(({ project }) => project))]
      .filter((project) => hasBrowser || !project.config.browser.enabled)
      .flatMap((project) =>
        sorted.filter((file) => file.project === project).sort((one, other) => rank(one) - rank(other)),
      )
  }
}

/** The packages that the pages and their tests import. */
const browserDependencies = [
  'ajv/dist/2020.js',
  'axe-core',
  'openapi-fetch',
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'socket.io-client',
  'typebox',
  'virtua',
  'wouter',
]

type Describers = { describeApp(): Promise<object>; describeSocket(config: { socketUrl: string }): object }
let document: Promise<object> | undefined

/** Returns the OpenAPI document to tests in the browser. It is made once, from the sources. */
const describeApi: BrowserCommand<[]> = ({ project }) => {
  document ??= project.vitest
    .import<Describers>(`${root}services/api/src/documents/describe-app.ts`)
    .then((api) => api.describeApp())
  return document
}

/** Returns the AsyncAPI document. */
const describeSocket: BrowserCommand<[]> = async ({ project }) => {
  const api = await project.vitest.import<Describers>(`${root}services/api/src/http/asyncapi.ts`)
  return api.describeSocket({ socketUrl: 'http://localhost:3001' })
}

const patientWaits = fileURLToPath(new URL('src/patient-waits.ts', import.meta.url))

// Tests run the TypeScript sources of every package, never a stale build.
const sources = {
  resolve: { conditions: ['source', 'node'] },
  ssr: { resolve: { conditions: ['source', 'node'], externalConditions: ['source', 'node'] } },
}

const common = {
  // A busy machine can delay a test that meets real servers beyond any timeout. So `.ci/run`, which sets CI, allows one second
  // attempt and names it at the end. Engineers see each failure at once.
  retry: process.env['CI'] === 'true' ? 1 : 0,
  setupFiles: [patientWaits],
  pool: 'forks' as const,
  expect: { poll: { timeout: 10_000 } },
  // The message of a first attempt is all that is left of it.
  chaiConfig: { truncateThreshold: 400 },
  // Drills load the machine themselves.
  testTimeout: isDrill ? 120_000 : 15_000,
  hookTimeout: 30_000,
}

const processors = availableParallelism()
const bringBrowser = fileURLToPath(new URL('src/bring-browser.ts', import.meta.url))

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
          exclude: isDrill ? [] : [...apart, ...journeys, ...drills.rules, '**/node_modules/**'],
          // Files of one worker share their modules, because importing them for each file took a third of the time.
          isolate: false,
          // One more than processors, because tests wait for Postgres and for processes.
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
        extends: fileURLToPath(new URL('../../services/desk/vite.config.ts', import.meta.url)),
        root,
        base: '/',
        // Found late, a dependency would load the page again in the middle of a test. Searching the sources for more takes seconds.
        optimizeDeps: { include: browserDependencies, noDiscovery: true },
        test: {
          name: 'components',
          globalSetup: [bringBrowser],
          setupFiles: [
            fileURLToPath(new URL('../../services/desk/test/pages/socket.ts', import.meta.url)),
            patientWaits,
          ],
          include: isDrill ? [] : ['services/desk/test/pages/**/*.test.tsx'],
          expect: common.expect,
          chaiConfig: common.chaiConfig,
          retry: common.retry,
          testTimeout: 30_000,
          // One page at a time, beside the workers of the rules.
          maxWorkers: processors + 1,
          sequence: { groupOrder: 0 },
          browser: {
            enabled: true,
            headless: true,
            fileParallelism: false,
            screenshotFailures: false,
            commands: { describeApi, describeSocket },
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: {
                args: browserFlags,
                // Read when the browser starts, because the global setup may install it.
                get executablePath() {
                  return findBrowser() ?? ''
                },
              },
              actionTimeout: 10_000,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        root,
        ...sources,
        test: {
          ...common,
          name: 'journeys',
          globalSetup: [
            bringBrowser,
            fileURLToPath(new URL('../journeys/src/stage/prepare-stages.ts', import.meta.url)),
            // Drills look at no page of a shared stage.
            ...(isDrill ? [] : [fileURLToPath(new URL('../journeys/src/stage/share-stages.ts', import.meta.url))]),
          ],
          setupFiles: [patientWaits, fileURLToPath(new URL('src/as-documented.ts', import.meta.url))],
          include: isDrill ? [...drills.journeys, ...longForms.journeys] : journeys,
          exclude: isDrill ? [] : [...drills.journeys, '**/node_modules/**'],
          isolate: false,
          // Each file starts about ten processes of its own, so they run after all others. They mostly wait.
          // Drills load the machine themselves.
          maxWorkers: isDrill ? 2 : Math.max(3, Math.floor(processors / 2)),
          // Drills build another version.
          testTimeout: isDrill ? 900_000 : 240_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
