import type { Engine } from './engine.ts'
import { compose, expect, inRunner, services } from './stack.ts'

const facts = ['.Config.Image', '.Config.User', '.HostConfig.Privileged', '.HostConfig.ReadonlyRootfs']
const lists = ['.HostConfig.CapDrop', '.HostConfig.CapAdd', '.HostConfig.SecurityOpt']
type Facts = [string, string, boolean, boolean, string[] | null, string[] | null, string[] | null]

/** Throws StartRefusedError if a container of our images is root, may write to its root file system, or has or can gain rights. */
export async function expectConfined(engine: Engine): Promise<void> {
  const ids = await inRunner(engine, [
    ...['docker', 'ps', '--all', '--quiet'],
    ...['--filter', 'label=com.docker.compose.project=askline'],
  ])
  const format = `[${[...facts, ...lists].map((path) => `{{json ${path}}}`).join(',')}]`
  const lines = await inRunner(engine, ['docker', 'inspect', '--format', format, ...ids.split('\n').filter(Boolean)])
  const ours = lines
    .split('\n')
    .filter((line) => line.startsWith('['))
    .map((line) => JSON.parse(line) as Facts)
    .filter(([image]) => image.startsWith('askline/'))
  for (const service of services)
    expect(
      ours.some(([image]) => image.startsWith(`askline/${service}:`)),
      `There is no container of ${service}.`,
    )
  for (const [image, user, isPrivileged, isReadOnly, dropped, added, security] of ours) {
    expect(!/^(|0|root)(:|$)/.test(user), `${image} runs as root.`)
    expect(!isPrivileged && isReadOnly, `${image} may write to its root file system.`)
    expect(dropped?.includes('ALL') === true && !added?.length, `${image} has capabilities.`)
    expect(security?.includes('no-new-privileges:true') === true, `${image} may gain privileges.`)
  }
}

/** Runs in the container. Compares its SBOM with its packages. Our own ones are links. */
const compare = `
  const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'))
  const { components } = read('sbom.cdx.json')
  const named = new Set(components.map(({ purl }) => decodeURIComponent(purl.split('?')[0].slice('pkg:npm/'.length))))
  const files = fs.globSync('**/node_modules/{*,@*/*}/package.json')
  const found = new Set(files.map(read).map(({ name, version }) => name + '@' + version))
  console.log(JSON.stringify({
    count: found.size,
    unnamed: [...found].filter((name) => !named.has(name)),
    absent: [...named].filter((name) => !found.has(name) && !name.startsWith('@askline/')),
    pages: fs.existsSync('pages') ? read('pages.cdx.json').components.map(({ name }) => name) : null,
  }))`

/** Throws StartRefusedError unless the SBOM of each image names exactly its npm packages, and the API's second one those of the pages. */
export async function expectInventory(engine: Engine): Promise<void> {
  for (const service of services) {
    const words = await compose(engine, ['exec', '-T', service, 'node', '-e', compare])
    const { count, unnamed, absent, pages } = JSON.parse(words.split('\n').at(-1) ?? '') as {
      count: number
      unnamed: string[]
      absent: string[]
      pages: string[] | null
    }
    expect(count > 0 && unnamed.length === 0, `The SBOM of ${service} lacks ${unnamed.slice(0, 5).join(', ')}.`)
    expect(absent.length === 0, `The SBOM of ${service} names ${absent.slice(0, 5).join(', ')}, which the image lacks.`)
    expect(service !== 'api' || pages?.includes('preact') === true, 'The SBOM of the pages lacks preact.')
  }
}
