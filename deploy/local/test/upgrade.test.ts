import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runChild } from '../src/child.ts'
import { repository } from '../src/settings.ts'

// Each run of a script starts some hundred processes.
vi.setConfig({ testTimeout: 60_000 })

/**
 * Stands in for Docker with a file for each container, such as `containers/api-2-1.4.0` with the text `healthy`. A new container gets
 * the health that `health-<tag>` names.
 */
const docker = `#!/bin/sh
cd "\${0%/*}/containers"
for last in "$@"; do :; done
# Asked hundreds of times, so it starts no further process.
case "$*" in *Health*) read -r health < "$last" && echo "$health"; exit ;; esac
of() { for id in "$1"-[0-9]*; do [ ! -e "$id" ] || echo "$id"; done; }
case "$*" in
  'compose version' | info* | 'image inspect'*) ;;
  *' run '*) exit "\${MIGRATES:-0}" ;;
  *' logs '*) echo "log of the services" ;;
  logs*) echo "log of $last" ;;
  *' up '*)
    scales=$(printf '%s\\n' "$@" | grep = || true)
    case "$*" in *--no-recreate*) ;; *) rm -f api-* courier-* notifier-* routing-worker-* ;; esac
    for scale in \${scales:-none=0}; do
      service=\${scale%=*}
      while [ "$(of "$service" | grep -c .)" -lt "\${scale#*=}" ]; do
        n=$(($(cat ../number) + 1))
        echo "$n" > ../number
        cat "../health-$ASKLINE_TAG" > "$service-$n-$ASKLINE_TAG" 2> /dev/null || echo healthy > "$service-$n-$ASKLINE_TAG"
      done
      case "$*" in
        *--wait*) for id in $(of "$service"); do [ "$(cat "$id")" = healthy ] || exit 1; done ;;
      esac
    done ;;
  ps*) of "\${last##*service=}" ;;
  *' ps '*) of "$last" ;;
  *Image*) echo "askline/\${last%%-[0-9]*}:\${last##*-}" ;;
  stop*) ;;
  rm*) rm "$last" ;;
esac
`

const scaled = [
  'proxy-1-3.0',
  'api-2-old',
  'api-3-old',
  'notifier-4-old',
  'courier-7-old',
  'routing-worker-5-old',
  'routing-worker-6-old',
]

function layOut(containers: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'askline-upgrade-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'deploy/docker'), { recursive: true })
  mkdirSync(join(folder, 'containers'))
  for (const file of [
    'deploy/install.sh',
    'deploy/upgrade.sh',
    'deploy/docker/certificate.sh',
    'deploy/docker/compose-settings.sh',
    'docker-compose.yml',
  ])
    cpSync(join(repository, file), join(folder, file))
  writeFileSync(join(folder, 'deploy/docker/askline.env'), 'DATABASE_URL=postgres://a:b@postgres:5432/askline\n')
  writeFileSync(join(folder, 'number'), '10')
  for (const container of containers) writeFileSync(join(folder, 'containers', container), 'healthy\n')
  writeFileSync(join(folder, 'docker'), docker)
  // The pause between two looks at the health of a container.
  writeFileSync(join(folder, 'sleep'), '#!/bin/sh\n')
  for (const program of ['docker', 'sleep']) chmodSync(join(folder, program), 0o755)
  const run = (script: string, args: string[], env: Record<string, string> = {}) =>
    runChild('sh', [join(folder, 'deploy', script), ...args], {
      quiet: true,
      withinMs: 50_000,
      env: { ASKLINE_TAG: '', COMPOSE_PROJECT_NAME: '', ...env, PATH: `${folder}:${process.env['PATH']}` },
    })
  return {
    install: (...args: string[]) => run('install.sh', args),
    upgrade: (tag: string, env?: Record<string, string>) => run('upgrade.sh', [tag], env),
    /** Health of every new container of this version. */
    setHealth: (tag: string, health: string) => writeFileSync(join(folder, `health-${tag}`), `${health}\n`),
    setContainer: (id: string, health: string) => writeFileSync(join(folder, 'containers', id), `${health}\n`),
    /** Services and versions of the containers. */
    found: () =>
      readdirSync(join(folder, 'containers'))
        .map((id) => id.replace(/-\d+-/, ' '))
        .sort(),
    health: (id: string) => readFileSync(join(folder, 'containers', id), 'utf8').trim(),
  }
}
const versions = (tag: string) => scaled.map((id) => id.replace(/-\d+-/, ' ').replace('old', tag)).sort()

test('a scaled installation is replaced container by container', async () => {
  const { upgrade, found } = layOut(scaled)

  expect(await upgrade('new')).toMatchObject({ code: 0, words: expect.stringContaining('✓ new runs') })

  expect(found()).toEqual(versions('new'))
})

test.each([
  { case: 'is unhealthy', health: 'unhealthy' },
  { case: 'restarts without end', health: 'starting' },
])('a new container that $case is removed, and the way back is the old tag', async ({ health }) => {
  const { upgrade, setHealth, found } = layOut(scaled)
  setHealth('broken', health)

  const { code, words } = await upgrade('broken')

  expect(code).toBe(1)
  expect(words).toContain('log of routing-worker-11-broken')
  expect(words).toContain('A new container of routing-worker did not become healthy, and was removed.')
  expect(words).toContain('Go back: deploy/upgrade.sh old')
  expect(found()).toEqual(versions('old'))
  expect((await upgrade('old')).code).toBe(0)
  expect((await upgrade('fixed')).code).toBe(0)
  expect(found()).toEqual(versions('fixed'))
})

test('containers that a version made unhealthy later, or that a killed upgrade left, can be replaced', async () => {
  const { upgrade, setContainer, found } = layOut(scaled)
  for (const id of ['api-2-old', 'api-3-old', 'routing-worker-7-broken']) setContainer(id, 'unhealthy')

  expect((await upgrade('fixed')).code).toBe(0)

  expect(found()).toEqual([...versions('fixed'), 'routing-worker fixed'].sort())
})

test('without a proxy, a version that does not become healthy ends with the way back', async () => {
  const { upgrade, setHealth } = layOut(scaled.filter((id) => !id.startsWith('proxy')))
  setHealth('broken', 'unhealthy')

  const { code, words } = await upgrade('broken')

  expect(code).toBe(1)
  expect(words).toContain('log of the services')
  expect(words).toContain('Go back: deploy/upgrade.sh old')
})

test('a migration that fails leaves the old containers', async () => {
  const { upgrade, found } = layOut(scaled)

  const { code, words } = await upgrade('new', { MIGRATES: '1' })

  expect(code).toBe(1)
  expect(words).toContain('The database could not be migrated for new. The old containers continue.')
  expect(found()).toEqual(versions('old'))
})

test('install.sh chooses no version if an upgrade left two', async () => {
  const { install, found } = layOut([...scaled.slice(0, -1), 'routing-worker-7-new'])

  const { code, words } = await install('--no-build')

  expect(code).toBe(1)
  expect(words).toContain('Containers of several versions are here: new old.')
  expect(found()).toContain('routing-worker new')
})
