import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const conditions = ['source', 'node']

/** The tests of one mutated file, which `code.mjs` names. */
export default {
  root,
  test: {
    globalSetup: [`${root}libs/testing/src/global-setup.ts`],
    include: (process.env['ASKLINE_MUTANT_TESTS'] ?? '').split(' '),
    testTimeout: 15_000,
    hookTimeout: 30_000,
  },
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
}
