import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { mainModuleOf, type ServiceName, serviceNames } from '@askline/local'
import { build, type Plugin } from 'esbuild'
import { bundleOf } from './prepared.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
// Below the root, so that the packages that are left out are found.
const folder = join(root, 'node_modules/.cache/askline-services')

/**
 * Bundles each built service and returns the folder. A run starts 170 processes, and each imports a bundle in 40 % of the
 * processor's time that the single modules take.
 */
export async function bundleServices(): Promise<string> {
  const arriving = `${folder}.${randomBytes(4).toString('hex')}`
  try {
    await Promise.all(serviceNames.map((service) => bundle(service, arriving)))
    mkdirSync(folder, { recursive: true })
    // Another run may start services now, so a bundle is never half written.
    for (const service of serviceNames) renameSync(bundleOf(arriving, service), bundleOf(folder, service))
  } finally {
    rmSync(arriving, { recursive: true, force: true })
  }
  return folder
}

async function bundle(service: ServiceName, target: string): Promise<void> {
  const main = mainModuleOf(root, service)
  await build({
    entryPoints: [main],
    outfile: bundleOf(target, service),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // A bundle of the API has 8 MB with its comments, and reading them takes a tenth of a start.
    minifyWhitespace: true,
    legalComments: 'none',
    // A binary, and a package that crash-at-notice.ts changes.
    external: ['@node-rs/argon2', 'pg'],
    banner: {
      js: `import { createRequire as requireBelow } from 'node:module'; const require = requireBelow(${JSON.stringify(main)});`,
    },
    plugins: [ownPlaces],
    logLevel: 'error',
  })
}

/** Gives each module its own address, by which it finds its files and threads. */
const ownPlaces: Plugin = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const isPlaced = /\b__(dir|file)name\b/.test(source) && !/\b(const|let|var) __(dir|file)name\b/.test(source)
      const places = `var __filename = ${JSON.stringify(path)}, __dirname = ${JSON.stringify(dirname(path))};`
      const contents = source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      return { contents: isPlaced ? `${places}${contents}` : contents, loader: 'js' }
    })
  },
}
