import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../..', import.meta.url))

const places = ['libs/*', 'services/*', 'deploy/local']
const allTests = places.flatMap((place) => [`${place}/src/**/*.test.ts`, `${place}/test/**/*.test.ts`])
const domain = ['libs/domain/src/**/*.test.ts', 'libs/domain/test/**/*.test.ts']
const processes = [
  'deploy/local/test/{keep-running,service-process,start}.test.ts',
  'libs/runtime/test/{hand-over,revocation,service,worker}.test.ts',
  'libs/testing/test/{ladder,private-servers}.test.ts',
  'services/api/test/outage.test.ts',
  'services/notifier/test/{redis-away,several-notifiers}.test.ts',
  'services/routing-worker/test/{dead-letters,service,training}.test.ts',
]
const journeys = ['libs/journeys/src/**/*.test.ts', 'libs/journeys/test/**/*.test.ts']

const patientWaits = fileURLToPath(new URL('src/patient-waits.ts', import.meta.url))

// Tests run the TypeScript sources of every package, never a stale build.
const sources = {
  resolve: { conditions: ['source', 'node'] },
  ssr: { resolve: { conditions: ['source', 'node'], externalConditions: ['source', 'node'] } },
}

/** One Vitest for the whole repository, with one server, one template database and no cached results. */
export default defineConfig({
  root,
  ...sources,
  test: {
    globalSetup: [fileURLToPath(new URL('src/global-setup.ts', import.meta.url))],
    projects: [
      {
        root,
        ...sources,
        test: {
          name: 'domain',
          setupFiles: [patientWaits],
          include: domain,
          // Files of one worker share their modules, because importing them for each file took most of the time.
          isolate: false,
          pool: 'forks',
          // Vitest leaves a processor free, which of two is half the machine.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 15_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        root,
        ...sources,
        test: {
          name: 'rules',
          setupFiles: [patientWaits],
          include: allTests,
          exclude: [...domain, ...processes, ...journeys, '**/node_modules/**'],
          pool: 'forks',
          // Vitest leaves a processor free, which of two is half the machine.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 15_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        root,
        ...sources,
        test: {
          name: 'processes',
          setupFiles: [patientWaits],
          include: processes,
          // A busy machine can delay a killed or frozen process beyond any timeout. `npm test` names each second attempt.
          retry: 1,
          pool: 'forks',
          maxWorkers: Math.max(2, availableParallelism() - 1),
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 15_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        root,
        ...sources,
        test: {
          name: 'journeys',
          setupFiles: [patientWaits, fileURLToPath(new URL('src/as-documented.ts', import.meta.url))],
          include: journeys,
          // Browsers and killed processes are late on a busy machine. `npm test` names each second attempt.
          retry: 1,
          pool: 'forks',
          // These tests drive whole processes and measure time, so they run one at a time after all others.
          fileParallelism: false,
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 240_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
