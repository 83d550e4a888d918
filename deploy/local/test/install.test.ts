import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canEncrypt, createCertificate } from '@askline/testing/servers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runChild } from '../src/child.ts'
import { repository } from '../src/settings.ts'

// Each run of a script starts some hundred processes.
vi.setConfig({ testTimeout: 60_000 })

/** Stands in for Docker: notes `compose up`, and answers as if the named containers ran. */
const docker = `#!/bin/sh
case "$*" in
  info*) exit "\${NO_ENGINE:-0}" ;;
  'compose version') exit "\${NO_COMPOSE:-0}" ;;
  ps*project=askline) printf "\${CONTAINERS:-}" ;;
  'volume ls'*) printf "\${VOLUMES:-}" ;;
  *working_dir*) echo /srv/askline ;;
  inspect*'println .'*first*) printf "\${CONTAINERS_ENV:-}" ;;
  *' up '*)
    while [ -e "$(dirname "$0")/waits" ]; do sleep 0.1; done
    echo "\${ASKLINE_TAG:-latest} $*" >> "$(dirname "$0")/ups"
    echo "\${API_PORTS:-} \${NOTIFIER_PORTS:-}" > "$(dirname "$0")/ports"
    echo "\${API_MEMORY:-} \${NOTIFIER_MEMORY:-} \${WORKER_MEMORY:-}" > "$(dirname "$0")/memory"
    echo "\${API_DATABASE_POOL:-} \${TRACES_ENDPOINT:-}" > "$(dirname "$0")/given"
    echo "\${GRAFANA_PORT:-} \${PROMETHEUS_PORT:-} \${JAEGER_PORT:-}" > "$(dirname "$0")/watching"
    exit "\${UNHEALTHY:-0}" ;;
  *' rm --stop '*) echo "$*" >> "$(dirname "$0")/removed" ;;
  *' setup link')
    [ -z "\${NO_API:-}" ] || { echo 'service "api" is not running' >&2; exit 1; }
    [ -z "\${HAS_COMPANY:-}" ] || { echo 'This installation is set up already.' >&2; exit 1; }
    echo 'http://localhost:1/setup#token' ;;
  exec*'test -r'*) exit "\${NOT_MOUNTED:-0}" ;;
  exec*haproxy*) exit "\${BAD_CERTIFICATE:-0}" ;;
  kill*) echo "$*" >> "$(dirname "$0")/kills" ;;
  inspect*Env*proxy) printf "\${PROXY_ENV:-}" ;;
  *publish=*) echo "\${HOLDS:-}" ;;
  *service=proxy)
    [ -z "\${HANGS:-}" ] || exec sleep 600
    echo "\${PROXY:-}"; exit "\${NO_ENGINE:-0}" ;;
  *service=postgres) echo postgres ;;
  *service=prometheus) echo "\${PROMETHEUS:-}" ;;
  *service=api) echo "\${RUNS:+api}" ;;
  *service=routing-worker) printf "\${WORKER_CONTAINERS:-}" ;;
  inspect*Env*) printf 'RUNBOOK_URL=https://wiki.example.com/runbook\n' ;;
  inspect*Image*) echo "askline/api:\${RUNS:-}" ;;
  inspect*) echo "\${MOUNTED:-}" ;;
  *'image inspect'*) exit "\${IMAGES:-1}" ;;
esac
`

/** Stands in for a disk with as much space as is given, and with 8 GB otherwise. */
const df = `#!/bin/sh
printf 'Filesystem 1024-blocks Used Available\\n/dev/x 9 8 %s\\n' "\${FREE_KB:-8000000}"
`

/** A copy of the scripts, with a Docker that only takes notes. */
function layOut() {
  const folder = mkdtempSync(join(tmpdir(), 'askline-install-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'deploy/docker'), { recursive: true })
  for (const file of [
    'docker-compose.yml',
    ...[
      ...['install.sh', 'upgrade.sh', 'renew-certificate.sh'],
      ...['askline.env.example', 'certificate.sh', 'compose-settings.sh'].map((name) => `docker/${name}`),
    ].map((name) => `deploy/${name}`),
  ])
    cpSync(join(repository, file), join(folder, file))
  for (const [name, program] of [
    ['docker', docker],
    ['df', df],
  ] as const)
    writeFileSync(join(folder, name), program)
  // Notes the arguments that the list of processes would show.
  for (const program of ['sed', 'grep', 'awk', 'tr'])
    writeFileSync(
      join(folder, program),
      `#!/bin/sh\necho "$*" >> "${folder}/arguments"\nPATH=\${PATH#*:}\nexec ${program} "$@"\n`,
    )
  for (const program of ['docker', 'df', 'sed', 'grep', 'awk', 'tr']) chmodSync(join(folder, program), 0o755)
  const start = (args: string[], env: Record<string, string>) =>
    runChild('sh', args, {
      quiet: true,
      withinMs: 30_000,
      env: {
        COMPOSE_PROJECT_NAME: '',
        PUBLIC_URL: '',
        SOCKET_URL: '',
        BACKUP_FOLDER: '',
        ASKLINE_TAG: '',
        APIS: '',
        NOTIFIERS: '',
        WORKERS: '',
        OTEL_EXPORTER_OTLP_ENDPOINT: '',
        // No program listens on these ports.
        API_PORTS: '1',
        NOTIFIER_PORTS: '2',
        PROXY_PORT: '3',
        TLS_PORT: '4',
        TLS_CERTIFICATE: '',
        TLS_KEY: '',
        TRUST_PROXY: '',
        HTTPS_MODE: '',
        ...env,
        PATH: `${folder}:${env['PATH_OF_PROGRAMS'] ?? process.env['PATH']}`,
      },
    })
  const run = (script: string, args: string[], env: Record<string, string> = {}) =>
    start([join(folder, 'deploy', script), ...args], env)
  return {
    run,
    shell: (command: string, env: Record<string, string>) => start(['-c', command], env),
    /** Makes `compose up` wait until the returned function is called. */
    hold: () => {
      writeFileSync(join(folder, 'waits'), '')
      return () => rmSync(join(folder, 'waits'), { force: true })
    },
    install: (args: string[], env?: Record<string, string>) => run('install.sh', args, env),
    files: () => readdirSync(join(folder, 'deploy/docker')),
    addresses: () =>
      readFileSync(join(folder, 'deploy/docker/askline.env'), 'utf8')
        .split('\n')
        .filter((line) => /^(PUBLIC|SOCKET)_URL=/.test(line))
        .map((line) => line.replace(/.*=/, '')),
    logins: () =>
      [
        ...readFileSync(join(folder, 'deploy/docker/askline.env'), 'utf8').matchAll(
          /^(\w+)=postgres:\/\/(\w+):(\w+)@(.*)$/gm,
        ),
      ].map(([, name, role, password, place]) => ({ name, role, password, place })),
    store: (text: string) => writeFileSync(join(folder, 'deploy/docker/askline.env'), text),
    read: (file: string) => readFileSync(join(folder, 'deploy/docker', file), 'utf8'),
    memory: () => readFileSync(join(folder, 'memory'), 'utf8').trimEnd(),
    arguments: () => readFileSync(join(folder, 'arguments'), 'utf8'),
    /** Connections of an API, and where traces go. */
    given: () => readFileSync(join(folder, 'given'), 'utf8').trimEnd(),
    watching: () => readFileSync(join(folder, 'watching'), 'utf8').trimEnd(),
    lastPorts: () => readFileSync(join(folder, 'ports'), 'utf8').trimEnd(),
    /** Returns a folder of all programs of this machine without these. */
    hide: (missing: string[]) => {
      const programs = join(folder, 'programs')
      mkdirSync(programs)
      for (const path of new Set(process.env['PATH']?.split(':')))
        for (const name of existsSync(path) ? readdirSync(path) : [])
          if (!missing.includes(name) && !existsSync(join(programs, name)))
            symlinkSync(join(path, name), join(programs, name))
      return programs
    },
    folder,
    /** Signals that containers received. */
    kills: () => (existsSync(join(folder, 'kills')) ? readFileSync(join(folder, 'kills'), 'utf8') : ''),
    hasRemoved: () => existsSync(join(folder, 'removed')),
    /** The last `compose up`, or `undefined` if there was none. */
    lastUp: () =>
      existsSync(join(folder, 'ups')) ? readFileSync(join(folder, 'ups'), 'utf8').trim().split('\n').at(-1) : undefined,
  }
}

test('the installation ends with the link that creates the first company, unless a company exists', async () => {
  const { install } = layOut()
  const ends =
    /Open this link within a day\. It creates your company and its first admin:\n {2}http:\/\/localhost:1\/setup#token\n$/

  const first = await install([])
  const later = await install([], { HAS_COMPANY: 'yes' })
  const failed = await install([], { NO_API: 'yes' })

  expect([first.code, later.code, failed.code]).toEqual([0, 0, 0])
  expect(first.words).toMatch(ends)
  expect(later.words).not.toContain('link')
  expect(failed.words).toMatch(
    /could not be made\. Try again: docker compose -f docker-compose\.yml exec --no-TTY api .* setup link\n$/,
  )
})

const namesOf = (text: string) => [...text.matchAll(/^(\w+)=/gm)].map(([, name]) => name).sort()

test('without askline.env, an installation in another folder keeps its secrets and containers', async () => {
  const { install, files, lastUp, shell } = layOut()
  const values = { CONTAINERS: 'first\\nsecond\\n' }

  const { code, words } = await install([], values)

  expect(code).toBe(1)
  expect(words).toContain('askline.env is missing in this folder, and Docker has containers of an installation')
  expect(words).toContain('Copy it from the folder of that installation: /srv/askline/deploy/docker/askline.env')
  expect(files()).toEqual(['askline.env.example', 'certificate.sh', 'compose-settings.sh'])
  expect(lastUp()).toBeUndefined()
  const command = words.split('\n').find((line) => line.includes('docker inspect')) ?? ''
  const found = await shell(command, {
    ...values,
    CONTAINERS_ENV:
      'PATH=/bin\\nSECRETS_KEY=\\nDATABASE_URL=postgres:///askline?host=/run\\nSECRETS_KEY=k\\nREDIS_URL=r\\nSECRETS_KEY=k\\n',
  })
  expect(found.words.trim().split('\n')).toEqual(['REDIS_URL=r', 'SECRETS_KEY=k'])
})

test('without askline.env, a database that is there is not started with another password', async () => {
  const { install, files, lastUp } = layOut()

  const { code, words } = await install([], { VOLUMES: 'other_postgres\\naskline_postgres\\n' })

  expect(code).toBe(1)
  expect(words).toContain('the volume askline_postgres')
  expect(words).toContain('docker volume rm askline_postgres')
  expect(files()).toEqual(['askline.env.example', 'certificate.sh', 'compose-settings.sh'])
  expect(lastUp()).toBeUndefined()
  expect((await install([], { VOLUMES: 'other_postgres\\n' })).code).toBe(0)
})

test.runIf(process.platform === 'linux')('install.sh and upgrade.sh run one at a time', async () => {
  const { install, run, hold, logins } = layOut()
  const release = hold()
  const first = install([])
  await vi.waitFor(() => expect(logins()).toHaveLength(2), 20_000)
  const before = logins()

  const refused = { code: 1, words: expect.stringContaining('Another run of install.sh or upgrade.sh is in progress') }
  expect(await install([])).toMatchObject(refused)
  expect(await run('upgrade.sh', ['next'], { IMAGES: '0' })).toMatchObject(refused)
  release()

  expect((await first).code).toBe(0)
  expect(logins()).toEqual(before)
  expect((await install([])).code).toBe(0)
})

test('the address of the socket follows the way of installing and PUBLIC_URL', async () => {
  const { install, addresses } = layOut()

  await install([])
  expect(addresses()).toEqual(['http://localhost:1', 'http://localhost:2'])
  await install(['--scaled'])
  expect(addresses()).toEqual(['http://localhost:3', 'http://localhost:3'])
  await install(['--single'])
  expect(addresses()).toEqual(['http://localhost:1', 'http://localhost:2'])
  await install([], { PUBLIC_URL: 'http://localhost:8080' })
  await install([])
  expect(addresses()[0]).toBe('http://localhost:8080')
  const { words } = await install([], { PUBLIC_URL: 'https://help.example.com', TRUST_PROXY: '172.16.0.0/12' })
  expect(words).toContain('PUBLIC_URL is https://help.example.com now')
  expect(addresses()).toEqual(['https://help.example.com', 'https://help.example.com'])
  await install([], { SOCKET_URL: 'https://live.example.com' })
  expect(addresses()).toEqual(['https://help.example.com', 'https://live.example.com'])
})

test('an address of another machine needs TRUST_PROXY while only a proxy of this machine reaches the API', async () => {
  const { install, read, lastUp } = layOut()
  await install([])
  const before = [read('askline.env'), lastUp()]
  const remote = { PUBLIC_URL: 'https://help.example.com' }
  const refused = { code: 1, words: expect.stringContaining('TRUST_PROXY is empty') }

  expect(await install([], remote)).toMatchObject(refused)
  expect(await install([], { PUBLIC_URL: 'https://localhost.example.com' })).toMatchObject(refused)
  expect(await install(['--single'], { ...remote, PROXY: 'proxy' })).toMatchObject(refused)
  expect([read('askline.env'), lastUp()]).toEqual(before)

  for (const own of ['http://localhost', 'http://localhost:8080', 'https://127.0.0.1', 'http://[::1]:3000']) {
    expect(await install([], { PUBLIC_URL: own })).toMatchObject({ code: 0 })
  }
  expect(await install([], { ...remote, PROXY: 'proxy' })).toMatchObject({ code: 0 })
  const open = { API_PORTS: '0.0.0.0:1', NOTIFIER_PORTS: '0.0.0.0:2' }
  expect(await install(['--single'], { ...remote, ...open })).toMatchObject({ code: 0 })
  expect(await install([], { ...remote, API_PORTS: '127.0.0.1:1' })).toMatchObject(refused)
  const trusted = { ...remote, API_PORTS: '127.0.0.1:1', TRUST_PROXY: '172.16.0.0/12' }
  expect(await install([], trusted)).toMatchObject({ code: 0 })
  expect(read('askline.env')).toContain('TRUST_PROXY=172.16.0.0/12\n')
  expect(await install([])).toMatchObject({ code: 0 })
})

test('another run keeps the proxy and the archive of the log', async () => {
  const { install, lastUp } = layOut()
  await install([])

  await install([], { PROXY: 'proxy', MOUNTED: '/backups' })

  expect(lastUp()).toContain('compose.scaled.yml')
  expect(lastUp()).toContain('compose.backup.yml')
  await install(['--single'], { PROXY: 'proxy' })
  expect(lastUp()).not.toContain('compose.scaled.yml')
})

test('another run keeps the version of the upgrade and builds nothing, unless a version is given', async () => {
  const { install, lastUp } = layOut()
  await install([])
  expect(lastUp()).toMatch(/^latest .* --build /)

  const { words } = await install([], { RUNS: '1.4.0' })

  expect(words).toContain('version 1.4.0 as before')
  expect(lastUp()).toMatch(/^1\.4\.0 .* --no-build /)
  await install([], { RUNS: '1.4.0', ASKLINE_TAG: 'latest' })
  expect(lastUp()).toMatch(/^latest .* --build /)
  await install([], { RUNS: 'latest' })
  expect(lastUp()).toMatch(/^latest .* --build /)
})

// Only root may give a file away.
test.skipIf(process.getuid?.() !== 0)('a run as root leaves askline.env to its owner', async () => {
  const { folder, install } = layOut()
  await install([])
  const file = join(folder, 'deploy/docker/askline.env')
  chownSync(file, 4321, 8765)

  await install([], { PUBLIC_URL: 'https://help.example.com', TRUST_PROXY: '172.16.0.0/12' })

  expect(readFileSync(file, 'utf8')).toContain('PUBLIC_URL=https://help.example.com')
  expect(statSync(file)).toMatchObject({ uid: 4321, gid: 8765 })
})

test('Prometheus, Grafana and Jaeger stay in later runs and upgrades, with their ports and the password of Grafana', async () => {
  const { install, lastUp, read, run, watching } = layOut()

  const { words } = await install(['--observability', '--scaled'], {
    BACKUP_FOLDER: '/backups',
    GRAFANA_PORT: '4005',
    PROMETHEUS_PORT: '4090',
    JAEGER_PORT: '4686',
  })

  expect(words).toContain('http://localhost:4005')
  for (const file of ['scaled', 'backup', 'observability']) expect(lastUp()).toContain(`compose.${file}.yml`)
  const secret = read('observability.env')
  expect(secret).toMatch(/^GF_SECURITY_ADMIN_PASSWORD=\w{30,}\n$/)
  const before = { PROMETHEUS: 'prometheus' }
  expect((await install([], before)).words).toContain(
    'links of alerts lead to https://wiki.example.com/runbook as before',
  )
  expect(lastUp()).toContain('compose.observability.yml')
  expect(read('observability.env')).toBe(secret)
  expect(watching()).toBe('4005 4090 4686')
  await run('upgrade.sh', ['next'], { ...before, IMAGES: '0' })
  expect(lastUp()).toContain('compose.observability.yml')
  expect(watching()).toBe('4005 4090 4686')
  await install(['--no-observability'], before)
  expect(lastUp()).not.toContain('compose.observability.yml')
})

test('more processes are started on request, and stay in later runs and upgrades', async () => {
  const { install, lastUp, run } = layOut()

  await install(['--scaled'], { APIS: '3', WORKERS: '5' })
  expect(lastUp()).toContain('--scale api=3 --scale notifier=2 --scale routing-worker=5')
  const before = { WORKER_CONTAINERS: 'a\\nb\\nc\\nd\\n' }
  await install(['--scaled'], before)
  expect(lastUp()).toContain('--scale api=2 --scale notifier=2 --scale routing-worker=4')
  await install([], before)
  expect(lastUp()).toContain('--scale api=1 --scale notifier=1 --scale routing-worker=4')
  await run('upgrade.sh', ['next'], { ...before, IMAGES: '0' })
  expect(lastUp()).toContain('--scale routing-worker=4')
  await install(['--single'], before)
  expect(lastUp()).toContain('--scale routing-worker=1')
  expect((await install([], { APIS: '2' })).words).toContain('APIS is 2, and only --scaled has room for several')
  expect((await install(['--scaled'], { APIS: '9' })).words).toContain('at most 8')
})

test('a worker may use the memory that its evidence needs, unless a limit is set', async () => {
  const { install, memory, read, run, store } = layOut()
  await install([])
  expect(memory()).toBe('  2050m')

  store(`${read('askline.env')}EVIDENCE_QUESTIONS=3000000\n`)
  await install([])
  expect(memory()).toBe('  5350m')
  await run('upgrade.sh', ['next'], { IMAGES: '0' })
  expect(memory()).toBe('  5350m')

  store(read('askline.env').replace('API_MEMORY=', 'API_MEMORY=2g').replace('WORKER_MEMORY=', 'WORKER_MEMORY=3g'))
  await install([])
  expect(memory()).toBe('2g  3g')
  await install([], { WORKER_MEMORY: '4g' })
  expect(memory()).toBe('2g  4g')
  store(
    `${read('askline.env').replace('WORKER_MEMORY=3g', '')}WORKER_MEMORY=\r\nEVIDENCE_QUESTIONS="2000000" # of two\n`,
  )
  await install([])
  expect(memory()).toBe('2g  3700m')
  store(`${read('askline.env')}EVIDENCE_QUESTIONS=2e6\n`)
  expect((await install([])).words).toContain('EVIDENCE_QUESTIONS is 2e6')
})

test('the API has connections of its own, and Compose gets the address of the traces', async () => {
  const { install, given, read, run, store } = layOut()
  await install([])
  expect(given()).toBe('')

  store(`${read('askline.env')}DATABASE_POOL=12\n`)
  await install([])
  expect(given()).toBe('12')
  store(`${read('askline.env')}API_DATABASE_POOL=40\nOTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318\n`)
  await install([])
  expect(given()).toBe('40 http://collector:4318')
  await run('upgrade.sh', ['next'], { IMAGES: '0' })
  expect(given()).toBe('40 http://collector:4318')
})

test('more connections than Postgres accepts are refused, unless Postgres is your own', async () => {
  const { install, read, store } = layOut()
  const most = { APIS: '8', NOTIFIERS: '8', WORKERS: '6' }

  expect((await install(['--scaled'], most)).code).toBe(0)
  expect(await install(['--scaled'], { ...most, WORKERS: '7' })).toMatchObject({
    code: 1,
    words: expect.stringContaining('accepts 600 connections, and this may need 618: APIs 8, notifiers 8, workers 7'),
  })
  store(`${read('askline.env')}API_DATABASE_POOL=40\n`)
  expect((await install(['--scaled'], most)).words).toContain('this may need 1030')
  expect((await install(['--scaled'], { ...most, APIS: '2' })).code).toBe(0)
  store(`${read('askline.env')}API_DATABASE_POOL=many\n`)
  expect((await install([])).words).toContain('many is no number of connections')
  store(read('askline.env').replaceAll('@postgres:5432', '@db.example.com:5432'))
  expect((await install(['--scaled'], most)).code).toBe(0)
})

test('secrets are generated without standing in the list of processes', async () => {
  const { install, arguments: shown, read } = layOut()

  await install(['--observability'])

  const secrets = [
    ...`${read('askline.env')}${read('observability.env')}`.matchAll(/^(?:\w+_PASSWORD|SECRETS_KEY)=(.+)$/gm),
  ]
  expect(secrets).toHaveLength(4)
  for (const [, secret = ''] of secrets) expect(shown()).not.toContain(secret)
  expect(new Set(secrets.map(([, secret]) => secret)).size).toBe(4)
  expect(namesOf(read('askline.env'))).toEqual(namesOf(read('askline.env.example')))
})

test('Postgres gets the ids of the keys that the services would compute, also after a rotation', async () => {
  const { install, read, store } = layOut()
  const keys = [1, 2].map((byte) => Buffer.alloc(32, byte))
  const ids = keys.map((key) =>
    createHash('sha256').update('askline secrets key').update(key).digest('hex').slice(0, 12),
  )
  await install([])
  expect(read('askline.env')).toMatch(/^SECRETS_KEY_IDS=[0-9a-f]{12}$/m)

  store(
    read('askline.env').replace(/^SECRETS_KEY=.*/m, `SECRETS_KEY=${keys.map((key) => key.toString('base64')).join()}`),
  )
  await install([])

  expect(read('askline.env')).toContain(`\nSECRETS_KEY_IDS=${ids.join(' ')}\n`)
})

test.each([
  ['sha256sum is missing', ['sha256sum'], /^SECRETS_KEY_IDS=[0-9a-f]{12}$/m, false],
  ['no program computes a hash', ['sha256sum', 'shasum'], /^SECRETS_KEY_IDS=$/m, true],
])('the ids of the keys are computed, or install.sh warns: %s', async (_case, missing, ids, warns) => {
  const { install, hide, read } = layOut()

  const { code, words } = await install([], { PATH_OF_PROGRAMS: hide(missing) })

  expect(code).toBe(0)
  expect(words.includes('backup.sh cannot check that SECRETS_KEY')).toBe(warns)
  expect(read('askline.env')).toMatch(ids)
})

test('the printed commands work while the log is archived', async () => {
  const { install } = layOut()
  const compose = "BACKUP_FOLDER='/backups' docker compose -f docker-compose.yml -f deploy/docker/compose.backup.yml"

  expect((await install([], { BACKUP_FOLDER: '/backups' })).words).toContain(`${compose} down`)
  const { code, words } = await install([], { BACKUP_FOLDER: '/backups', UNHEALTHY: '1' })

  expect(code).toBe(1)
  expect(words).toContain(`Read why: ${compose} logs --tail 50`)
})

test('a wrong address is refused before anything is written, and --help explains', async () => {
  const { install, files, run } = layOut()

  expect(await install([], { PUBLIC_URL: 'https://a|b' })).toMatchObject({
    code: 1,
    words: expect.stringContaining('https://a|b is not an address'),
  })
  expect(await install(['--scaled', '--single'])).toMatchObject({
    code: 1,
    words: expect.stringContaining('Both --scaled and --single are given'),
  })
  expect(await install([], { BACKUP_FOLDER: 'backups' })).toMatchObject({
    code: 1,
    words: expect.stringContaining('BACKUP_FOLDER is backups, which is not an absolute path'),
  })
  expect(files()).toEqual(['askline.env.example', 'certificate.sh', 'compose-settings.sh'])
  expect(await install(['--help'])).toMatchObject({
    code: 0,
    words: expect.stringContaining('deploy/install.sh --scaled'),
  })
  expect(await run('upgrade.sh', ['next'], { NO_ENGINE: '1' })).toMatchObject({
    code: 1,
    words: expect.stringContaining('No Docker engine answers'),
  })
})

test('a port is for this machine only, unless it has an address', async () => {
  const { install, lastPorts } = layOut()

  const { words } = await install([])
  expect(lastPorts()).toBe('127.0.0.1:1 127.0.0.1:2')
  expect(words).toContain('Only programs of this machine reach 127.0.0.1:1 127.0.0.1:2.')
  expect(words).toContain('API_PORTS=0.0.0.0:1 NOTIFIER_PORTS=0.0.0.0:2 deploy/install.sh')
  const opened = await install([], { API_PORTS: '0.0.0.0:1' })
  expect(lastPorts()).toBe('0.0.0.0:1 127.0.0.1:2')
  expect(opened.words).toContain('! Other machines reach 0.0.0.0:1 by plain HTTP')
})

test.each([
  ['--turbo', ['--turbo'], {}, 'There is no flag --turbo'],
  [
    'two opposite flags of observability',
    ['--observability', '--no-observability'],
    {},
    'Both --observability and --no-observability are given',
  ],
  [
    'an address of the socket with a path',
    [],
    { SOCKET_URL: 'https://a.example/live' },
    'https://a.example/live is not',
  ],
  ['no Docker engine', [], { NO_ENGINE: '1' }, 'No Docker engine answers'],
  ['no Docker Compose', [], { NO_COMPOSE: '1' }, 'Docker Compose v2 is missing'],
  ['a full disk', [], { FREE_KB: '4000000' }, 'Only 3906 MB of disk are free'],
  ['no APIs', ['--scaled'], { APIS: '0' }, '0 is no number of processes'],
  ['a number of notifiers that is none', ['--scaled'], { NOTIFIERS: 'two' }, 'two is no number of processes'],
  ['a negative number of workers', [], { WORKERS: '-1' }, '-1 is no number of processes'],
  ['two notifiers without --scaled', [], { NOTIFIERS: '2' }, 'NOTIFIERS is 2, and only --scaled'],
  ['nine notifiers', ['--scaled'], { NOTIFIERS: '9' }, '2 APIs and 9 notifiers are asked for'],
])('an installation is refused before anything is written: %s', async (_case, args, env, refusal) => {
  const { install, files, lastUp } = layOut()

  expect(await install(args, env)).toMatchObject({ code: 1, words: expect.stringContaining(refusal) })
  expect(files()).toEqual(['askline.env.example', 'certificate.sh', 'compose-settings.sh'])
  expect(lastUp()).toBeUndefined()
})

test.each([
  ['POSTGRES_PASSWORD', /^POSTGRES_PASSWORD=.*/m],
  ['DATABASE_URL', /^DATABASE_URL=.*/m],
  ['REDIS_PASSWORD', /^REDIS_PASSWORD=.*/m],
  ['REDIS_URL', /^REDIS_URL=.*/m],
  ['SECRETS_KEY', /^SECRETS_KEY=.*/m],
])('nothing is started without %s in askline.env', async (name, line) => {
  const { install, lastUp, read, store } = layOut()
  await install([])
  const started = lastUp()
  expect(started).toBeDefined()
  store(read('askline.env').replace(line, `${name}=`))

  const { code, words } = await install(['--no-build'])

  expect(code).toBe(1)
  expect(words).toContain(`${name} is missing in deploy/docker/askline.env`)
  expect(lastUp()).toBe(started)
})

test('nothing is started with a password of the example', async () => {
  const { install, lastUp, read, store } = layOut()
  store(read('askline.env.example').replace(/^SECRETS_KEY=$/m, 'SECRETS_KEY=c'))

  const { code, words } = await install([])

  expect(code).toBe(1)
  expect(words).toContain('still holds passwords of the example')
  expect(lastUp()).toBeUndefined()
})

test('an installation that does not become healthy fails, and says how to read why', async () => {
  const { install } = layOut()

  const { code, words } = await install(['--scaled'], { UNHEALTHY: '1' })

  expect(code).toBe(1)
  expect(words).toContain('did not become healthy within ten minutes')
  expect(words).toContain('-f deploy/docker/compose.scaled.yml logs --tail 50')
  expect(words).not.toContain('✓ healthy')
})

test('an upgrade is refused without a tag, without an installation, without its images, and without containers', async () => {
  const { install, run } = layOut()
  const refused = (refusal: string) => ({ code: 1, words: expect.stringContaining(refusal) })

  expect(await run('upgrade.sh', [])).toMatchObject(refused('One tag of the new images is needed, not 0 words'))
  expect(await run('upgrade.sh', ['next'], { IMAGES: '0' })).toMatchObject(refused('Nothing is installed here'))
  await install(['--scaled'])
  expect(await run('upgrade.sh', ['next'])).toMatchObject(refused('The image askline/api:next is not on this machine'))
  const scaled = { IMAGES: '0', PROXY: 'proxy' }
  expect(await run('upgrade.sh', ['next'], scaled)).toMatchObject(refused('There is no container of routing-worker'))
})

test('the two login roles get passwords of their own, once, and a database of your own keeps its login', async () => {
  const { install, logins, store } = layOut()
  await install([])

  const place = 'postgres:5432/askline'
  const password = expect.stringMatching(/^\w{30,}$/)
  const first = logins()
  expect(first).toEqual([
    { name: 'OWNER_DATABASE_URL', role: 'askline_owner', password, place },
    { name: 'DATABASE_URL', role: 'askline_service', password, place },
  ])
  expect(first[0]?.password).not.toBe(first[1]?.password)
  await install([])
  expect(logins()).toEqual(first)

  const rest =
    'POSTGRES_PASSWORD=a\nREDIS_PASSWORD=b\nREDIS_URL=redis://:b@redis:6379\nSECRETS_KEY=c\nPUBLIC_URL=http://localhost:3000\n'
  store(`DATABASE_URL=postgres://mine:a@db.example.com:5432/askline\n${rest}`)
  await install([])
  expect(logins()).toEqual([
    { name: 'DATABASE_URL', role: 'mine', password: 'a', place: 'db.example.com:5432/askline' },
  ])
})

test.runIf(process.platform === 'linux')(
  'a port that another program listens on is refused, and a free one is kept by later runs',
  async () => {
    const { install, addresses, lastPorts } = layOut()
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo

    for (const [args, name] of [
      [[], 'API_PORTS'],
      [[], 'NOTIFIER_PORTS'],
      [['--scaled'], 'PROXY_PORT'],
    ] as const) {
      const { code, words } = await install([...args], { [name]: String(port) })

      expect(code).toBe(1)
      expect(words).toContain(`Another program on this machine listens on port ${port}.`)
      expect(words).toContain(`${name}=400`)
    }
    await install([], { API_PORTS: '127.0.0.1:4', NOTIFIER_PORTS: '5-6' })
    await install([], { API_PORTS: '', NOTIFIER_PORTS: '' })
    expect(lastPorts()).toBe('127.0.0.1:4 127.0.0.1:5-6')
    expect(addresses()).toEqual(['http://localhost:4', 'http://localhost:5'])
    // Its own containers hold the port.
    expect((await install([], { API_PORTS: String(port), HOLDS: 'api' })).code).toBe(0)
  },
)

/** Writes files with a key and its certificate for 127.0.0.1, and one with both. */
function certify(folder: string) {
  const [key, certificate, both] = ['key', 'certificate', 'both'].map((name) => join(folder, `${name}.pem`)) as [
    string,
    string,
    string,
  ]
  // Each one ends on another day, so that a test can tell them apart.
  let days = 2
  const renew = () => {
    createCertificate(key, certificate, days++)
    writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  }
  renew()
  return { key, certificate, both, renew }
}

/** Writes a certificate that its key signs: for this common name, and for these names if there are any. */
function issue(key: string, certificate: string, commonName: string, names?: string) {
  const extension = names ? ['-addext', `subjectAltName=${names}`] : []
  const words = ['req', '-x509', '-key', key, '-days', '2', '-subj', `/CN=${commonName}`, ...extension]
  execFileSync('openssl', [...words, '-out', certificate], { stdio: 'ignore' })
}

const publicUrl = { PUBLIC_URL: 'https://127.0.0.1' }

test.runIf(canEncrypt())('a certificate gives HAProxy HTTPS, and stays in later runs and upgrades', async () => {
  const { folder, install, addresses, lastUp, read, run } = layOut()
  const { key, certificate } = certify(folder)
  // Docker makes a missing folder that it mounts.
  mkdirSync(join(folder, 'deploy/docker/certificate/mounted'), { recursive: true, mode: 0o755 })

  const { words } = await install(['--scaled'], {
    ...publicUrl,
    TLS_CERTIFICATE: certificate,
    TLS_KEY: key,
    TLS_PORT: '0.0.0.0:4',
  })

  expect(words).toContain('API             https://127.0.0.1/v1')
  expect(words).toContain('HTTPS is served at 0.0.0.0:4 until ')
  expect(words).not.toContain('Only programs of this machine')
  expect(addresses()).toEqual(['https://127.0.0.1', 'https://127.0.0.1'])
  expect(lastUp()).toContain('-f deploy/docker/compose.scaled.yml -f deploy/docker/compose.tls.yml')
  expect(read('certificate/mounted/askline.pem')).toBe(`${readFileSync(certificate)}\n${readFileSync(key)}`)
  const mode = (path: string) => (statSync(join(folder, 'deploy/docker', path)).mode & 0o777).toString(8)
  expect(['', '/mounted', '/mounted/askline.pem'].map((path) => mode(`certificate${path}`))).toEqual([
    '700',
    '755',
    '644',
  ])
  expect(seriesOf(folder)).toEqual(expectedSeries(certificate))
  const textfiles = join(folder, 'deploy/observability/textfiles')
  const modes = [textfiles, join(textfiles, 'certificate.prom')].map((path) =>
    (statSync(path).mode & 0o777).toString(8),
  )
  expect(modes).toEqual(['755', '644'])
  const before = { PROXY: 'proxy', PROXY_ENV: 'TLS_CERTIFICATE=/certificate/askline.pem\\n', IMAGES: '0', TLS_PORT: '' }
  expect((await install([], before)).words).toContain('HTTPS is served at 0.0.0.0:4 until ')
  expect(lastUp()).toContain('compose.tls.yml')
  await run('upgrade.sh', ['next'], before)
  expect(lastUp()).toContain('compose.tls.yml')
})

const seriesOf = (folder: string) =>
  readFileSync(join(folder, 'deploy/observability/textfiles/certificate.prom'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

function expectedSeries(certificate: string): string[] {
  const { validFrom, validTo } = new X509Certificate(readFileSync(certificate))
  const times = { start: validFrom, end: validTo }
  return Object.entries(times).map(
    ([name, time]) => `askline_certificate_${name}_seconds{url="https://127.0.0.1"} ${Date.parse(time) / 1_000}`,
  )
}

test('the alerts of a certificate get its times as seconds since 1970, in every month and in leap years', () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-times-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const times = ['Jan  1 00:00:00 1970', 'Feb 29 12:34:56 2028', 'Mar  1 00:00:00 2028', 'Dec 31 23:59:59 2049']
  for (const time of times) {
    writeFileSync(join(folder, 'openssl'), `#!/bin/sh\necho 'notAfter=${time} GMT'\n`, { mode: 0o755 })
    const script = `. deploy/docker/certificate.sh; seconds_of_certificate x -enddate`
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` }
    const printed = execFileSync('sh', ['-c', script], { cwd: repository, env, encoding: 'utf8' })
    expect({ time, seconds: Number(printed) }).toEqual({ time, seconds: Date.parse(`${time} UTC`) / 1_000 })
  }
})

test.runIf(canEncrypt())('the copy of a certificate and its key is removed with HTTPS', async () => {
  const { folder, files, install, lastUp, read, store } = layOut()
  await install(['--scaled'], { ...publicUrl, TLS_CERTIFICATE: certify(folder).both })
  expect(files()).toContain('certificate')

  store(read('askline.env').replace(/^TLS_CERTIFICATE=.*/m, 'TLS_CERTIFICATE='))
  await install(['--scaled'], { UNHEALTHY: '1' })
  expect(files()).toContain('certificate')
  const { words } = await install(['--scaled'], { PUBLIC_URL: 'http://localhost:3' })

  expect(lastUp()).not.toContain('compose.tls.yml')
  expect(words).toContain('the copy of the certificate and its key removed')
  expect(files()).not.toContain('certificate')
  expect(readdirSync(join(folder, 'deploy/observability/textfiles'))).toEqual([])
})

test.runIf(canEncrypt())('a certificate in one file ends the setting of the key of two files', async () => {
  const { folder, install, read } = layOut()
  const { key, certificate, both } = certify(folder)
  await install(['--scaled'], { ...publicUrl, TLS_CERTIFICATE: certificate, TLS_KEY: key })
  expect(read('askline.env')).toContain(`TLS_KEY=${key}\n`)
  await install(['--scaled'])
  expect(read('askline.env')).toContain(`TLS_KEY=${key}\n`)

  await install(['--scaled'], { TLS_CERTIFICATE: both })

  expect(read('askline.env')).toMatch(/^TLS_KEY=$/m)
  expect(read('certificate/mounted/askline.pem')).toBe(`${readFileSync(both)}\n`)
})

test.runIf(canEncrypt())(
  'a certificate of another domain needs no new SOCKET_URL if the old one followed',
  async () => {
    const { addresses, folder, install, read, store } = layOut()
    const { key, certificate, both } = certify(folder)
    await install(['--scaled'], { ...publicUrl, TLS_CERTIFICATE: both })
    issue(key, certificate, 'help.example.com', 'DNS:help.example.com')
    const domain = { PUBLIC_URL: 'https://help.example.com', TLS_CERTIFICATE: certificate, TLS_KEY: key }

    expect(await install(['--scaled'], domain)).toMatchObject({ code: 0 })

    expect(addresses()).toEqual(['https://help.example.com', 'https://help.example.com'])
    store(read('askline.env').replace(/^PUBLIC_URL=.*/m, 'PUBLIC_URL=https://help.example.com:443/v1'))
    expect(await install(['--scaled'])).toMatchObject({ code: 0 })
    store(read('askline.env').replace(/^SOCKET_URL=.*/m, 'SOCKET_URL=https://live.example.com'))
    expect((await install(['--scaled'])).words).toContain('is not for live.example.com')
  },
)

test.runIf(canEncrypt())(
  'a certificate without its chain is served with a warning, a root only without one',
  async () => {
    const { folder, install } = layOut()
    const { key, certificate } = certify(folder)
    const of = (name: string) => join(folder, name)
    issue(key, of('root.pem'), 'Authority', 'DNS:authority.example.com')
    const signing = ['-CA', of('root.pem'), '-CAkey', key, '-set_serial', '7', '-out', of('leaf.pem')]
    execFileSync('openssl', ['x509', '-in', certificate, ...signing], { stdio: 'ignore' })
    writeFileSync(of('chain.pem'), readFileSync(of('leaf.pem'), 'utf8') + readFileSync(of('root.pem'), 'utf8'))
    const serve = (file: string) => install(['--scaled'], { ...publicUrl, TLS_CERTIFICATE: file, TLS_KEY: key })

    const warning = 'holds no certificate of an authority'
    expect(await serve(of('leaf.pem'))).toMatchObject({ code: 0, words: expect.stringContaining(warning) })
    for (const file of [of('chain.pem'), certificate]) {
      const { code, words } = await serve(file)
      expect(code).toBe(0)
      expect(words).not.toContain(warning)
    }
  },
)

test.runIf(canEncrypt())('a certificate is served with a warning if openssl cannot compare its host', async () => {
  const { folder, install } = layOut()
  const { both } = certify(folder)
  // As LibreSSL does.
  const program = `#!/bin/sh\ncase "$*" in *-check[hi]*| *-help*) echo usage: x509 >&2; exit 1 ;; esac\n`
  writeFileSync(join(folder, 'openssl'), `${program}PATH=\${PATH#*:}\nexec openssl "$@"\n`, { mode: 0o755 })

  const { code, words } = await install(['--scaled'], { ...publicUrl, TLS_CERTIFICATE: both })

  expect(code).toBe(0)
  expect(words).toContain('check yourself that the certificate is for 127.0.0.1: IP Address:127.0.0.1')
})

test.runIf(canEncrypt()).each([
  { case: 'a missing file', env: { TLS_CERTIFICATE: '/nowhere/help.pem' }, refusal: 'and there is no such file' },
  { case: 'a relative path', env: { TLS_CERTIFICATE: 'help.pem' }, refusal: 'which is not an absolute path' },
  { case: 'a file without a certificate', env: { TLS_CERTIFICATE: 'key' }, refusal: 'holds no certificate' },
  { case: 'a file without a key', env: { TLS_CERTIFICATE: 'certificate' }, refusal: 'holds no private key' },
  { case: 'a key with a password', env: { TLS_KEY: 'locked' }, refusal: 'holds no private key in PEM format without' },
  { case: 'the key of another certificate', env: { TLS_KEY: 'other' }, refusal: 'does not belong to the certificate' },
  { case: 'an expired certificate', env: { TLS_CERTIFICATE: 'expired', TLS_KEY: 'key' }, refusal: 'expired on ' },
  { case: 'a certificate of tomorrow', env: { now: '1577836800' }, refusal: 'is not valid yet' },
  { case: 'a common name alone', env: { TLS_CERTIFICATE: 'nameless', TLS_KEY: 'key' }, refusal: 'no subjectAltName' },
  {
    case: 'a host in the common name, and only other kinds of names',
    env: { TLS_CERTIFICATE: 'mail', TLS_KEY: 'key', PUBLIC_URL: 'https://help.example.com' },
    refusal: 'is not for help.example.com',
  },
  { case: 'an address that is none', env: { PUBLIC_URL: 'https://127.1' }, refusal: 'is not for 127.1' },
  { case: 'no PUBLIC_URL', env: { PUBLIC_URL: '' }, refusal: 'and PUBLIC_URL is http://localhost:3000' },
  {
    case: 'another PUBLIC_URL',
    env: { PUBLIC_URL: 'https://help.example.com' },
    refusal: 'is not for help.example.com',
  },
  { case: 'another SOCKET_URL', env: { SOCKET_URL: 'https://127.0.0.2:8443' }, refusal: 'is not for 127.0.0.2' },
  { case: 'no --scaled', args: [], env: {}, refusal: 'only --scaled has the HAProxy' },
  { case: 'no openssl', env: { hidden: 'openssl' }, refusal: 'openssl is missing' },
] as { case: string; args?: string[]; env: Record<string, string>; refusal: string }[])(
  'a certificate that HAProxy or clients would refuse is refused before anything is written: $case',
  async ({ args = ['--scaled'], env: { hidden, now, ...env }, refusal }) => {
    const { folder, install, files, hide, lastUp } = layOut()
    const { key, certificate, both } = certify(folder)
    const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' })
    const made = (name: string) => join(folder, `${name}.pem`)
    openssl('genpkey', '-algorithm', 'ed25519', '-out', made('other'))
    openssl('pkey', '-in', key, '-aes256', '-passout', 'pass:secret', '-out', made('locked'))
    openssl('x509', '-in', certificate, '-signkey', key, '-days', '-1', '-out', made('expired'))
    issue(key, made('nameless'), '127.0.0.1')
    issue(key, made('mail'), 'help.example.com', 'email:help@example.com')
    if (now) writeFileSync(join(folder, 'date'), `#!/bin/sh\necho ${now}\n`, { mode: 0o755 })
    const named = Object.entries(env).map(([name, value]) => [
      name,
      existsSync(made(value)) && value ? made(value) : value,
    ])

    const { code, words } = await install(args, {
      ...publicUrl,
      TLS_CERTIFICATE: both,
      ...Object.fromEntries(named),
      ...(hidden ? { PATH_OF_PROGRAMS: hide([hidden]) } : {}),
    })

    expect(words).toContain(refusal)
    expect(code).toBe(1)
    expect(files()).toEqual(['askline.env.example', 'certificate.sh', 'compose-settings.sh'])
    expect(lastUp()).toBeUndefined()
  },
)

test.runIf(canEncrypt())('a renewed certificate reaches a running HAProxy, and a bad one changes nothing', async () => {
  const { folder, install, kills, read, run } = layOut()
  const { both, renew } = certify(folder)
  const stored = () => read('certificate/mounted/askline.pem')
  await install(['--scaled'], { ...publicUrl, TLS_CERTIFICATE: both })
  expect(kills()).toBe('')
  const running = { PROXY: 'proxy' }

  renew()
  expect(await run('renew-certificate.sh', [], running)).toMatchObject({
    code: 0,
    words: expect.stringContaining('✓ HAProxy serves'),
  })
  expect(kills()).toBe('kill --signal USR2 proxy\n')
  expect(stored()).toContain(readFileSync(both, 'utf8'))
  expect(seriesOf(folder)).toEqual(expectedSeries(both))

  const before = stored()
  writeFileSync(both, 'half of a')
  expect(await run('renew-certificate.sh', [], running)).toMatchObject({
    code: 1,
    words: expect.stringContaining('holds no certificate'),
  })
  renew()
  for (const script of ['renew-certificate.sh', 'install.sh'])
    expect(await run(script, [], { ...running, BAD_CERTIFICATE: '1' })).toMatchObject({
      code: 1,
      words: expect.stringContaining('HAProxy refuses the new certificate'),
    })
  expect(stored()).toBe(before)
  expect(readdirSync(join(folder, 'deploy/docker/certificate/mounted'))).toEqual(['askline.pem'])
  expect(kills().split('\n')).toHaveLength(2)
  // A container without HTTPS cannot check it.
  await install([], { ...running, BAD_CERTIFICATE: '1', NOT_MOUNTED: '1' })
  expect(stored()).toContain(readFileSync(both, 'utf8'))
  // As after `git clean`: its folder is not the one that the container has.
  const served = seriesOf(folder)
  renew()
  expect(await run('renew-certificate.sh', [], { ...running, NOT_MOUNTED: '1' })).toMatchObject({
    code: 1,
    words: expect.stringContaining('docker restart proxy'),
  })
  expect(seriesOf(folder)).toEqual(served)
})

test.runIf(canEncrypt())('a renewed certificate is stored while HAProxy or Docker is down', async () => {
  const { folder, install, kills, read, run } = layOut()
  const { both, renew } = certify(folder)
  await install(['--scaled'], { ...publicUrl, TLS_CERTIFICATE: both })
  // As in a folder of Certbot's hooks.
  symlinkSync('deploy/renew-certificate.sh', join(folder, 'hook'))
  const served = seriesOf(folder)

  for (const NO_ENGINE of ['0', '1']) {
    renew()
    expect(await run('../hook', [], { NO_ENGINE })).toMatchObject({
      code: 0,
      words: expect.stringContaining('its next start reads the copy'),
    })
    expect(read('certificate/mounted/askline.pem')).toContain(readFileSync(both, 'utf8'))
  }
  expect(kills()).toBe('')
  // Nothing says that HAProxy serves it, so the alerts go on.
  expect(seriesOf(folder)).toEqual(served)
})

test.runIf(canEncrypt())('a certificate that a failed run stored is loaded by the next run', async () => {
  const { folder, install, kills } = layOut()
  const { both, renew } = certify(folder)
  await install(['--scaled'], { ...publicUrl, TLS_CERTIFICATE: both })
  const served = seriesOf(folder)

  renew()
  expect(await install([], { PROXY: 'proxy', UNHEALTHY: '1' })).toMatchObject({ code: 1 })
  expect(kills()).toBe('')
  expect(seriesOf(folder)).toEqual(served)
  expect(await install([], { PROXY: 'proxy' })).toMatchObject({ code: 0 })
  expect(kills()).toBe('kill --signal USR2 proxy\n')
  expect(seriesOf(folder)).toEqual(expectedSeries(both))
})

test.runIf(canEncrypt())('a renewed certificate is stored even if Docker hangs', async () => {
  const { folder, install, read, run } = layOut()
  const { both, renew } = certify(folder)
  await install(['--scaled'], { ...publicUrl, TLS_CERTIFICATE: both })

  renew()
  expect(await run('renew-certificate.sh', [], { HANGS: '1', DOCKER_SECONDS: '1' })).toMatchObject({
    code: 0,
    words: expect.stringContaining('its next start reads the copy'),
  })
  expect(read('certificate/mounted/askline.pem')).toContain(readFileSync(both, 'utf8'))
})

test.runIf(canEncrypt())('a certificate is renewed even if its series cannot be written', async () => {
  const { folder, install, kills, run } = layOut()
  const { both, renew } = certify(folder)
  await install(['--scaled'], { ...publicUrl, TLS_CERTIFICATE: both })
  rmSync(join(folder, 'deploy/observability/textfiles'), { recursive: true })
  writeFileSync(join(folder, 'deploy/observability/textfiles'), 'a file')

  renew()
  expect(await run('renew-certificate.sh', [], { PROXY: 'proxy' })).toMatchObject({
    code: 0,
    words: expect.stringContaining('no alert warns before the certificate expires'),
  })
  expect(kills()).toBe('kill --signal USR2 proxy\n')
})
