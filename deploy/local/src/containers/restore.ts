import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartRefusedError } from '@askline/testing/servers'
import { repository } from '../settings.ts'
import { secondsSince } from '../steps.ts'
import type { Engine } from './engine.ts'
import { type Asking, lookAt } from './load.ts'
import { apiUrl, asks, compose, expect, expectImages, expectLoginRole, inRunner, nextTag, withTag } from './stack.ts'

/** Folders of a restore, on the machine of the engine. */
type RestoreFolders = { backups: string; outside: string }

const read = (file: string) => readFileSync(join(repository, file), 'utf8')

/**
 * Returns the commands of the runbook's section "Restore a backup" as one script, for an installation behind the proxy, this time and
 * these folders. Throws StartRefusedError if the runbook lacks what is to be replaced.
 */
function restoreScript(time: Date, { backups, outside }: RestoreFolders): string {
  const [, section = ''] = read('deploy/RUNBOOK.md').split(/^## Restore a backup$/m)
  const [own = ''] = section.split(/^## /m)
  const commands = own.split('\n').flatMap((line) => /^ {4,}(\S.*)/.exec(line)?.[1] ?? [])
  const replacements: [string, string][] = [
    ['BACKUP_FOLDER=/backups', `BACKUP_FOLDER=${backups}`],
    ['compose.backup.yml', 'compose.backup.yml:deploy/docker/compose.scaled.yml'],
    ['time=2026-05-04T09:30:00Z', `time=${time.toISOString()}`],
    ['/outside', outside],
  ]
  let script = ['set -e', ...commands].join('\n')
  for (const [from, to] of replacements) {
    if (!script.includes(from))
      throw new StartRefusedError(
        `The commands of a restore lack ${from}.`,
        'Compare deploy/RUNBOOK.md with restore.ts.',
      )
    script = script.replaceAll(from, to)
  }
  return script
}

/** Empties the folder and returns the commands of deploy/backup/README.md that create the outside lists there and write to them. */
function outsideScript({ outside }: RestoreFolders): string {
  rmSync(outside, { recursive: true, force: true })
  mkdirSync(outside)
  const commands = [
    ...read('deploy/backup/README.md').matchAll(/^ {4}((?:touch|is_whole|mv|docker compose exec .* --export) ?.*)$/gm),
  ].map(([, line = '']) => line.replaceAll('/outside', outside))
  if (commands.length !== 8)
    throw new StartRefusedError('The commands of the outside lists are not eight.', 'Look at deploy/backup/README.md.')
  const compose = `export COMPOSE_FILE=${join(repository, 'docker-compose.yml')}`
  return ['set -e', `cd ${outside}`, compose, ...commands].join('\n')
}

/**
 * Asks more, destroys the state of that time by the runbook's restore to the time before, and checks both sides. A token that was
 * revoked in the lost time must stay revoked. Returns what was found.
 */
export async function restore(
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
  const look = [process.execPath, asks, 'look', apiUrl, ...client, asking.file]
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
  const url = `${apiUrl}/v1/questions?userEmail=load%40example.com`
  return Number(await inRunner(engine, [process.execPath, '-e', script, url, token]))
}
