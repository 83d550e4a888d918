import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartRefusedError } from '@askline/testing/servers'
import { besideOurs, bringBaseImages, handImages } from './containers/base-images.ts'
import { output, succeeds } from './containers/command-output.ts'
import { expectConfined, expectInventory } from './containers/confined.ts'
import { type Engine, findEngine } from './containers/engine.ts'
import { walkFirstRun } from './containers/first-run.ts'
import { serveHttps } from './containers/https.ts'
import { createClient, lookAt, startAsking } from './containers/load.ts'
import { mergeAllFiles, runPrometheus } from './containers/observe.ts'
import { restore } from './containers/restore.ts'
import {
  compose,
  expect,
  expectImages,
  expectLoginRole,
  firstTag,
  imagesWith,
  inRunner,
  nextTag,
  scale,
  services,
  withTag,
} from './containers/stack.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { isBelowNpm, repository } from './settings.ts'
import { print, step } from './steps.ts'

/**
 * `npm run containers [-- --keep]`: builds the images and runs `docker-compose.yml` as an operator would. Goes in a browser from the printed link to an answered question. Scales it, reads it with Prometheus, upgrades it under
 * load, stops it, restores a backup and gives HAProxy a certificate. Then runs the tests of libs/testing on containers. Removes everything it made, except the base images with `--keep`.
 * Refuses an engine that has an installation.
 */
const trialImages = [...imagesWith(firstTag), ...imagesWith(nextTag)]
const envFile = join(repository, 'deploy/docker/askline.env')

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
    const printed = await step('deploy/install.sh', () => inRunner(engine, ['deploy/install.sh', '--no-build']))
    const firstRun = await step('from the printed link to an answered question', () => walkFirstRun(engine, printed))
    const client = await step('a company and its integration', () => createClient(engine))
    const secrets = readFileSync(envFile, 'utf8')
    await step('deploy/install.sh again', () => inRunner(engine, ['deploy/install.sh', '--no-build']))
    expect(readFileSync(envFile, 'utf8') === secrets, 'The second run of install.sh changed the secrets.')
    await expectLoginRole(engine)
    await step('containers without rights, and their SBOMs', async () => {
      await expectConfined(engine)
      await expectInventory(engine)
    })

    await step('two APIs, two notifiers, three workers behind a proxy', () =>
      inRunner(engine, ['deploy/install.sh', '--no-build', '--scaled']),
    )

    await step('a backup', () => backUp(engine, folder))
    await step('all files of Compose together', () => mergeAllFiles(engine, cleanup))
    const watched = await step('Prometheus reads all of it', () => runPrometheus(engine, folder))

    const load = (name: string) => startAsking(engine, client, join(folder, `${name}.txt`), cleanup)
    for (const service of services) await step(`next image of ${service}`, () => buildImage(engine, service, nextTag))
    await step('next images in the runner', () => handImages(engine, imagesWith(nextTag)))
    const during = load('upgrade')
    await pause(5_000)
    await step('deploy/upgrade.sh under load', () => inRunner(engine, ['deploy/upgrade.sh', nextTag]))
    const upgraded = await during.end()
    expect(upgraded.refusals === 0, `${upgraded.refusals} requests failed during the upgrade.`)
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
    const https = await step('HTTPS at the proxy', () => serveHttps(withTag(engine, nextTag), folder, cleanup))
    const tests = await step('tests on containers', () => runTestsOnContainers(engine))
    print(`
Everything passed${areStandIns ? ', on stand-ins for the official base images' : ''}.

  First run          ${firstRun}
  Images             ${(await sizesOf(engine)).join(', ')}
  Prometheus         ${watched}
  Upgrade            ${upgraded.acknowledged} questions asked, no request failed
  Stop               ${stopped.acknowledged} questions asked until the end
  Kept               ${kept} of ${upgraded.acknowledged + stopped.acknowledged} acknowledged questions
  Restore            ${restored}
  HTTPS              ${https}
  Testcontainers     ${tests}`)
    return 0
  },
  { belowNpm: isBelowNpm() },
)

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
