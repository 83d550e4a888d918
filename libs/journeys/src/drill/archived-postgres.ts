import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  findUnprivilegedUser,
  ownPostgres,
  type PostgresTools,
  type PrivateServer,
  sharedTemporaryFolder,
} from '@askline/testing/servers'
import pg from 'pg'
import { run } from './run-program.ts'

/** A durable Postgres that archives its log, with the scripts of deploy/backup. */
export type ArchivedPostgres = PrivateServer & {
  /** The folder of the backups. */
  backups: string
  /** The data of the server. */
  data: string
  /** Runs a script of deploy/backup as the user of Postgres and returns its output. Rejects with its output if it fails. */
  runScript(name: string, args: string[], env?: Record<string, string>): Promise<string>
}

const repository = fileURLToPath(new URL('../../../../', import.meta.url))

/** Starts a Postgres of the machine with archiving, which the npm package's could not back up. */
export async function startArchivedPostgres(tools: PostgresTools): Promise<ArchivedPostgres> {
  const runAs = findUnprivilegedUser()
  const folder = mkdtempSync(join(sharedTemporaryFolder(runAs), 'askline-drill-'))
  chmodSync(folder, 0o755)
  const home = join(folder, 'home')
  const [backups, scripts] = [join(folder, 'backups'), join(folder, 'scripts')]
  for (const path of [home, backups, scripts]) mkdirSync(path, { mode: 0o755 })
  if (runAs) chownSync(backups, runAs.uid, runAs.gid)
  // The user of Postgres may be unable to enter the repository.
  cpSync(join(repository, 'deploy/backup'), scripts, { recursive: true })
  const server = await ownPostgres({ home, binaries: tools, log: () => undefined })
  const archive = `sh ${join(scripts, 'archive.sh')} ${backups} %p %f`
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query(`alter system set archive_mode = on`)
  await client.query(`alter system set archive_command = '${archive}'`)
  await client.end()
  await server.restart('SIGINT')
  const env = { PATH: `${tools.folder}:${process.env['PATH']}`, LC_ALL: 'C' }
  return {
    ...server,
    backups,
    data: join(home, 'postgres/data'),
    runScript: (name, args, more = {}) =>
      run('sh', [join(scripts, name), ...args], { env: { ...env, ...more }, uid: runAs?.uid, gid: runAs?.gid }),
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
