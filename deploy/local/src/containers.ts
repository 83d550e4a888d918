import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartRefusedError } from '@askline/testing/servers'
import type { Cleanup } from './cleanup.ts'
import { besideOurs, bringBaseImages, handImages } from './containers/base-images.ts'
import { output, succeeds } from './containers/command.ts'
import { type Engine, findEngine } from './containers/engine.ts'
import { outsideScript, restoreScript } from './containers/restore.ts'
import { runUntilStopped } from './run.ts'
import { isBelowNpm, repository } from './settings.ts'
import { print, secondsSince, step } from './steps.ts'

/**
 * `npm run containers [-- --keep]`: builds the images and runs `docker-compose.yml` as an operator would. Scales it, upgrades it under
 * load, stops it, and restores a backup. Then runs the tests of libs/testing on containers. Removes everything it made, except the base images with `--keep`.
 * Refuses an engine that has an installation.
 */
const services = ['api', 'routing-worker', 'notifier']
const scaledFiles = ['-f', 'docker-compose.yml', '-f', 'deploy/docker/compose.scaled.yml']
const scale = ['--scale', 'api=2', '--scale', 'notifier=2', '--scale', 'routing-worker=3']
// Tags of their own: the images of an engine that others use must keep their names.
const firstTag = 'containers-trial'
const nextTag = 'containers-trial-next'
const imagesWith = (tag: string) => services.map((service) => `askline/${service}:${tag}`)
const trialImages = [...imagesWith(firstTag), ...imagesWith(nextTag)]
const envFile = join(repository, 'deploy/docker/askline.env')
const observabilityFile = join(repository, 'deploy/docker/observability.env')
const asks = join(repository, 'deploy/local/dist/containers/asks.js')
const BASE_PORT = 'http://localhost:3000'

await runUntilStopped(
  async (cleanup) => {
    const keeps = process.argv.includes('--keep')
    const folder = keeps ? '/var/tmp/askline-containers' : mkdtempSync('/var/tmp/askline-containers-')
    mkdirSync(folder, { recursive: true })
    if (!keeps) cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
    const found = await step('Docker engine and Compose', () => findEngine(folder, trialImages, cleanup))
    const engine = withTag(found, firstTag)
    setAsideSecrets(cleanup)
    cleanup.add(async () => {
      for (const env of [engine.builder, engine.runner])
        await succeeds(['docker', 'image', 'rm', '--force', ...trialImages], { env })
    })
    const areStandIns = await step('base images', () => bringBaseImages(engine))
    for (const service of services) await step(`image of ${service}`, () => buildImage(engine, service, firstTag))
    await step('images in the runner', () => handImages(engine, [...imagesWith(firstTag), ...besideOurs]))

    cleanup.add(async () => {
      if (!engine.mayPull)
        await succeeds(['sh', '-c', 'docker rm --force $(docker ps --all --quiet)'], { env: engine.runner })
      await compose(engine, ['down', '--volumes', '--timeout', '30']).catch((error: Error) =>
        print(`  ! ${error.message}`),
      )
    })
    await step('an installation whose services are the superuser', () => installAsBefore(engine))
    const client = await step('a company and its integration', () => createClient(engine))
    await step('deploy/install.sh', () => inRunner(engine, ['deploy/install.sh', '--no-build']))
    const secrets = readFileSync(envFile, 'utf8')
    await step('deploy/install.sh again', () => inRunner(engine, ['deploy/install.sh', '--no-build']))
    expect(readFileSync(envFile, 'utf8') === secrets, 'The second run of install.sh changed the secrets.')
    await expectLoginRole(engine)

    await step('two APIs, two notifiers, three workers behind a proxy', () =>
      inRunner(engine, ['deploy/install.sh', '--no-build', '--scaled']),
    )

    await step('a backup', () => backUp(engine, folder))
    await step('all files of Compose together', () => mergeAllFiles(engine, cleanup))

    const load = (name: string) => startAsking(engine, client, join(folder, `${name}.txt`), cleanup)
    for (const service of services) await step(`next image of ${service}`, () => buildImage(engine, service, nextTag))
    await step('next images in the runner', () => handImages(engine, imagesWith(nextTag)))
    const during = load('upgrade')
    await pause(5_000)
    await step('deploy/upgrade.sh under load', () => inRunner(engine, ['deploy/upgrade.sh', nextTag]))
    const upgraded = await during.end()
    await expectImages(engine, nextTag)
    await step('deploy/install.sh after the upgrade', () => inRunner(withTag(engine, ''), ['deploy/install.sh']))
    await expectImages(engine, nextTag)

    const before = load('stop')
    await pause(5_000)
    await step('everything stops under load', () => compose(engine, ['stop']))
    const stopped = await before.end()
    await step('everything starts again', () => startAgain(withTag(engine, nextTag), folder))
    const kept = await lookAt(engine, client, [during.file, before.file])
    const restored = await step('a restore by the commands of the runbook', () =>
      restore(engine, client, folder, { kept: [during.file, before.file], load }),
    )
    const tests = await step('tests on containers', () => runTestsOnContainers(engine))
    print(`
Everything passed${areStandIns ? ', on stand-ins for the official base images' : ''}.

  Images             ${(await sizesOf(engine)).join(', ')}
  Upgrade            ${upgraded.acknowledged} questions asked, ${upgraded.refusals} requests failed
  Stop               ${stopped.acknowledged} questions asked until the end
  Kept               ${kept} of ${upgraded.acknowledged + stopped.acknowledged} acknowledged questions
  Restore            ${restored}
  Testcontainers     ${tests}`)
    return 0
  },
  { belowNpm: isBelowNpm() },
)

/** Returns the engine with this version for Compose and the scripts. Empty: the one that they choose. */
function withTag(engine: Engine, tag: string): Engine {
  // The project that findEngine looked for, whatever the environment names.
  return { ...engine, runner: { ...engine.runner, ASKLINE_TAG: tag, COMPOSE_PROJECT_NAME: 'askline' } }
}

/** Keeps an installation's own secrets out of the trial, and puts them back afterwards. */
function setAsideSecrets(cleanup: { add(undo: () => void): void }): void {
  const aside = `${envFile}.aside`
  if (existsSync(aside)) {
    throw new StartRefusedError(
      `${aside} exists: a run that was killed left the secrets of an installation there.`,
      `Move it to ${envFile}, or remove it if you do not need it.`,
    )
  }
  if (existsSync(envFile)) renameSync(envFile, aside)
  cleanup.add(() => {
    rmSync(envFile, { force: true })
    if (existsSync(aside)) renameSync(aside, envFile)
  })
}

function expect(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new StartRefusedError(sentence, 'Read the log of the containers, or run again with --keep.')
}

function buildImage({ builder, mayPull }: Engine, service: string, tag: string): Promise<string> {
  return output(
    [
      'docker',
      'build',
      ...(mayPull ? [] : ['--network', 'host']),
      ...['--quiet', '--file', 'deploy/docker/Dockerfile', '--build-arg', `SERVICE=${service}`],
      ...['--label', `askline.tag=${tag}`, '--tag', `askline/${service}:${tag}`, '.'],
    ],
    { env: { ...builder, DOCKER_BUILDKIT: '1' } },
  )
}

function inRunner({ runner, inNetwork }: Engine, command: string[], env: Record<string, string> = {}): Promise<string> {
  return output([...inNetwork, ...command] as [string, ...string[]], { env: { ...runner, ...env } })
}

/** Starts what versions before had: one login role for everything, the superuser of Postgres. */
async function installAsBefore(engine: Engine): Promise<void> {
  const [postgres, redis] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
  const lines = [
    `POSTGRES_PASSWORD=${postgres}`,
    `DATABASE_URL=postgres://askline:${postgres}@postgres:5432/askline`,
    `REDIS_PASSWORD=${redis}`,
    `REDIS_URL=redis://:${redis}@redis:6379`,
    'PUBLIC_URL=http://localhost:3000',
    `SECRETS_KEY=${randomBytes(32).toString('base64')}`,
  ]
  writeFileSync(envFile, `${lines.join('\n')}\n`, { mode: 0o600 })
  await inRunner(engine, ['docker', 'compose', 'up', '--detach', '--wait', '--no-build'])
}

/** Throws StartRefusedError unless every service is connected as a role that is neither superuser nor owner of the database. */
async function expectLoginRole(engine: Engine): Promise<void> {
  const query = `select a.application_name || ' as ' || a.usename || case when r.rolsuper or d.datdba = r.oid then ' (too much)' else '' end
    from pg_stat_activity a join pg_roles r on r.oid = a.usesysid join pg_database d on d.datname = a.datname
    where a.application_name like 'askline-%' group by 1 order by 1`
  const psql = `PGPASSWORD="$POSTGRES_PASSWORD" psql --host=127.0.0.1 --username=askline --dbname=askline -Atc "${query}"`
  const found = await inRunner(engine, ['docker', 'compose', 'exec', '-T', 'postgres', 'sh', '-c', psql])
  const logins = ['askline-api', 'askline-notifier', 'askline-routing-worker'].map(
    (name) => `${name} as askline_service`,
  )
  expect(found.trim() === logins.join('\n'), `These are connected: ${found.trim()}.`)
}

/** Archives the log of Postgres as the README of deploy/backup says, and makes one base backup. */
async function backUp(engine: Engine, folder: string): Promise<void> {
  const backups = join(folder, 'backups')
  const withBackup = { BACKUP_FOLDER: backups }
  // The log of another database, kept by --keep, would refuse segments of the same names.
  rmSync(backups, { recursive: true, force: true })
  // 999 is the user of the image. The stand-in's has another number.
  await output(['install', '-d', '-m', '777', backups])
  await inRunner(engine, ['deploy/install.sh', '--no-build'], withBackup)
  const inPostgres = ['exec', '-T', '--user', 'postgres', 'postgres', 'sh', '/askline-backup/backup.sh', '/backups']
  await compose(engine, ['-f', 'deploy/docker/compose.backup.yml', ...inPostgres], withBackup)
}

/** Starts everything by all files of the installation. Without compose.backup.yml, Postgres would not archive any more. */
async function startAgain(engine: Engine, folder: string): Promise<void> {
  const files = ['-f', 'deploy/docker/compose.backup.yml']
  const backups = { BACKUP_FOLDER: join(folder, 'backups') }
  await compose(engine, [...files, 'up', '--detach', '--wait', '--no-build', ...scale], backups)
}

/** Throws StartRefusedError unless Compose accepts all files together and each keeps its settings. Nothing is started. */
async function mergeAllFiles(engine: Engine, cleanup: Cleanup): Promise<void> {
  if (!existsSync(observabilityFile)) {
    cleanup.add(() => rmSync(observabilityFile, { force: true }))
    writeFileSync(observabilityFile, 'GF_SECURITY_ADMIN_PASSWORD=none\n', { mode: 0o600 })
  }
  const files = ['backup', 'observability'].flatMap((name) => ['-f', `deploy/docker/compose.${name}.yml`])
  const merged = await compose(engine, [...files, 'config'], { BACKUP_FOLDER: '/backups' })
  for (const part of ['archive_mode=on', 'RATE_LIMIT_STORE: redis', 'http://jaeger:4318', 'prom/prometheus'])
    expect(merged.includes(part), `All files together lack ${part}.`)
}

function compose(engine: Engine, args: string[], env: Record<string, string> = {}): Promise<string> {
  return inRunner(engine, ['docker', 'compose', ...scaledFiles, ...args], env)
}

async function createClient(engine: Engine): Promise<[string, string]> {
  const askline = ['docker', 'compose', 'exec', '-T', 'api', 'node', 'services/api/dist/askline.js']
  await inRunner(engine, [...askline, 'company', 'create', 'load', '--name', 'Load'])
  const words = await inRunner(engine, [
    ...askline,
    'integration',
    'create',
    'load',
    '--company',
    'load',
    '--name',
    'Load',
  ])
  const printed = (name: string) => new RegExp(`${name}\\s+(\\S+)`).exec(words)?.[1] ?? ''
  return [printed('client_id'), printed('client_secret')]
}

type Asked = { acknowledged: number; refusals: number }
type Asking = { file: string; end(): Promise<Asked> }

/** Asks ten questions per second. `end` stops and returns what was acknowledged; a second call returns the same. */
function startAsking(engine: Engine, client: [string, string], file: string, cleanup: Cleanup): Asking {
  rmSync(file, { force: true })
  const [program = '', ...args] = [...engine.inNetwork, process.execPath, asks, 'ask', BASE_PORT, ...client, file]
  const env = { ...process.env, ...engine.runner }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let words = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    words += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const end = async (): Promise<Asked> => {
    child.kill('SIGTERM')
    await ended
    return JSON.parse(words || '{"acknowledged":0,"refusals":0}')
  }
  cleanup.add(() => end().then(() => undefined))
  return { file, end }
}

/** Reads back every acknowledged question. Returns their number. Throws StartRefusedError if one is lost or there twice. */
async function lookAt(engine: Engine, client: [string, string], files: string[]): Promise<number> {
  let count = 0
  for (const file of files) {
    const look = [process.execPath, asks, 'look', BASE_PORT, ...client, file]
    const found = JSON.parse(await inRunner(engine, look))
    expect(found.questions > 0, 'The load did not ask a question.')
    expect(found.lost === 0, `${found.lost} acknowledged questions are lost.`)
    expect(found.different === found.questions, 'A repeated key made a second question.')
    count += found.questions
  }
  return count
}

/**
 * Asks more, destroys the state of that time by the runbook's restore to the time before, and checks both sides. A token that was
 * revoked in the lost time must stay revoked. Returns what was found.
 */
async function restore(
  engine: Engine,
  client: [string, string],
  folder: string,
  { kept, load }: { kept: string[]; load: (name: string) => Asking },
): Promise<string> {
  const folders = { backups: join(folder, 'backups'), outside: join(folder, 'outside') }
  const operate = (...words: string[]) =>
    compose(engine, ['exec', '-T', 'api', 'node', 'services/api/dist/askline.js', ...words])
  const minted = await operate('token', 'mint', '--client', client[0])
  const token = /token\s+(\S+)/.exec(minted)?.[1] ?? ''
  // Commits of the services and of the load before the time, and after it, must not share its second.
  await pause(2_000)
  const time = new Date()
  await pause(2_000)
  const asking = load('lost')
  await pause(10_000)
  const lost = await asking.end()
  expect((await statusWith(engine, token)) === 200, 'The token was refused before the restore.')
  await operate('token', 'revoke', token)
  await inRunner(engine, ['sh', '-c', outsideScript(folders)])

  const began = performance.now()
  const words = await inRunner(withTag(engine, nextTag), ['sh', '-c', restoreScript(time, folders)])
  const seconds = secondsSince(began)
  for (const line of ['jobs', 'revoked', 'raised', 'returned', 'broken'])
    expect(new RegExp(`^${line} +\\d`, 'm').test(words), `askline restored did not tell of "${line}".`)
  const count = await lookAt(engine, client, kept)
  const look = [process.execPath, asks, 'look', BASE_PORT, ...client, asking.file]
  const found = JSON.parse((await inRunner(engine, look)).split('\n').at(-1) ?? '')
  expect(
    lost.acknowledged > 0 && found.lost === lost.acknowledged,
    `Questions of the lost time are there: ${found.lost} of ${lost.acknowledged} are gone.`,
  )
  expect((await statusWith(engine, token)) === 401, 'A token that was revoked in the lost time is accepted.')
  await expectImages(engine, nextTag)
  await expectLoginRole(engine)
  return `${count} questions from before, ${found.lost} of the lost time gone, ${/^broken +(.*)/m.exec(words)?.[1]} broken, ${seconds}`
}

/** Returns the status of a request with this token. */
async function statusWith(engine: Engine, token: string): Promise<number> {
  const script = `fetch(process.argv[1], { headers: { Authorization: 'Bearer ' + process.argv[2] } }).then((answer) => console.log(answer.status))`
  const url = `${BASE_PORT}/v1/questions?userEmail=load%40example.com`
  return Number(await inRunner(engine, [process.execPath, '-e', script, url, token]))
}

/** Throws StartRefusedError unless every container of a service runs the image with this tag. */
async function expectImages(engine: Engine, tag: string): Promise<void> {
  const running = await inRunner(engine, ['docker', 'ps', '--format', '{{.Image}}'])
  const ours = running.split('\n').filter((image) => image.startsWith('askline/'))
  expect(ours.length === 7 && ours.every((image) => image.endsWith(`:${tag}`)), `These run: ${ours.join(', ')}.`)
}

async function sizesOf(engine: Engine): Promise<string[]> {
  const sizes = services.map(async (service) => {
    const bytes = await inRunner(engine, [
      'docker',
      'image',
      'inspect',
      '--format',
      '{{.Size}}',
      `askline/${service}:${firstTag}`,
    ])
    return `${service} ${Math.round(Number(bytes) / 1e6)} MB`
  })
  return Promise.all(sizes)
}

/** Runs tests on servers that Testcontainers starts. Returns the servers and the totals. Throws if others were used. */
async function runTestsOnContainers(engine: Engine): Promise<string> {
  const words = await inRunner(
    engine,
    [
      'npx',
      'vitest',
      'run',
      '--config',
      'libs/testing/vitest.config.ts',
      'libs/testing',
      'libs/domain/test/question-life',
    ],
    {
      // Its reaper is an image of a registry. Our own engines reach none, and end with their containers.
      ...(engine.mayPull ? {} : { TESTCONTAINERS_RYUK_DISABLED: 'true' }),
      DATABASE_URL: '',
      REDIS_URL: '',
      NO_COLOR: '1',
    },
  )
  const servers = [...words.matchAll(/testcontainers, (\S+)/g)].map(([, image]) => image)
  expect(servers.length === 2, 'The tests did not run on containers.')
  return `${servers.join(' and ')}; ${/Tests +(.*)/.exec(words)?.[1]}`
}
