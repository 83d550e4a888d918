import { join } from 'node:path'
import { StartRefusedError } from '@askline/testing/servers'
import { repository } from '../settings.ts'
import { output } from './command-output.ts'
import type { Engine } from './engine.ts'

export const services = ['api', 'routing-worker', 'notifier', 'courier']
const scaledFiles = ['-f', 'docker-compose.yml', '-f', 'deploy/docker/compose.scaled.yml']
export const scale = ['--scale', 'api=2', '--scale', 'notifier=2', '--scale', 'routing-worker=3']
/** Containers of our images in the scaled installation. */
export const scaledCount = 8
// Tags of their own: the images of an engine that others use must keep their names.
export const firstTag = 'containers-trial'
export const nextTag = 'containers-trial-next'
export const imagesWith = (tag: string): string[] => services.map((service) => `askline/${service}:${tag}`)
export const asks = join(repository, 'deploy/local/dist/containers/asks-main.js')
export const apiUrl = 'http://localhost:3000'

/** Returns the engine with this version for Compose and the scripts. Empty: the one that they choose. */
export function withTag(engine: Engine, tag: string): Engine {
  // The project that findEngine looked for, whatever the environment names.
  return { ...engine, runner: { ...engine.runner, ASKLINE_TAG: tag, COMPOSE_PROJECT_NAME: 'askline' } }
}

/** Throws StartRefusedError with this sentence if the condition is false. */
export function expect(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new StartRefusedError(sentence, 'Read the log of the containers, or run again with --keep.')
}

/** Runs a command where the runner's containers can be reached. Returns its output. */
export function inRunner(
  { runner, inNetwork }: Engine,
  command: string[],
  env: Record<string, string> = {},
): Promise<string> {
  return output([...inNetwork, ...command] as [string, ...string[]], { env: { ...runner, ...env } })
}

/** Runs `docker compose` with the files of the scaled installation. Returns its output. */
export function compose(engine: Engine, args: string[], env: Record<string, string> = {}): Promise<string> {
  return inRunner(engine, ['docker', 'compose', ...scaledFiles, ...args], env)
}

/** Throws StartRefusedError unless every service is connected as a role that is neither superuser nor owner of the database. */
export async function expectLoginRole(engine: Engine): Promise<void> {
  const query = `select a.application_name || ' as ' || a.usename || case when r.rolsuper or d.datdba = r.oid then ' (too much)' else '' end
    from pg_stat_activity a join pg_roles r on r.oid = a.usesysid join pg_database d on d.datname = a.datname
    where a.application_name like 'askline-%' group by 1 order by 1`
  const psql = `PGPASSWORD="$POSTGRES_PASSWORD" psql --host=127.0.0.1 --username=askline --dbname=askline -Atc "${query}"`
  const found = await inRunner(engine, ['docker', 'compose', 'exec', '-T', 'postgres', 'sh', '-c', psql])
  const logins = ['askline-api', 'askline-courier', 'askline-notifier', 'askline-routing-worker'].map(
    (name) => `${name} as askline_service`,
  )
  expect(found.trim() === logins.join('\n'), `These are connected: ${found.trim()}.`)
}

/** Throws StartRefusedError unless every container of a service runs the image with this tag. */
export async function expectImages(engine: Engine, tag: string): Promise<void> {
  const running = await inRunner(engine, ['docker', 'ps', '--format', '{{.Image}}'])
  const ours = running.split('\n').filter((image) => image.startsWith('askline/'))
  expect(
    ours.length === scaledCount && ours.every((image) => image.endsWith(`:${tag}`)),
    `These run: ${ours.join(', ')}.`,
  )
}
