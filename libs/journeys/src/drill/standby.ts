import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  findUnprivilegedUser,
  ownPostgres,
  type PostgresTools,
  type PrivateServer,
  sharedTemporaryFolder,
} from '@askline/testing/servers'
import { run } from './run-program.ts'

/** Copies a running Postgres of the machine, and starts the copy on `port` as its streaming standby, with the same password. */
export async function startStandby(tools: PostgresTools, primary: PrivateServer, port: number): Promise<PrivateServer> {
  const runAs = findUnprivilegedUser()
  const folder = mkdtempSync(join(sharedTemporaryFolder(runAs), 'askline-standby-'))
  chmodSync(folder, 0o755)
  const home = join(folder, 'home')
  const data = join(home, 'postgres/data')
  mkdirSync(data, { recursive: true, mode: 0o755 })
  chmodSync(data, 0o700)
  if (runAs) chownSync(data, runAs.uid, runAs.gid)
  writeFileSync(join(home, 'postgres/password'), new URL(primary.url).password, { mode: 0o600 })
  const copying = [
    `--dbname=${primary.url}`,
    `--pgdata=${data}`,
    '--write-recovery-conf',
    '--checkpoint=fast',
    '--no-sync',
  ]
  await run(join(tools.folder, 'pg_basebackup'), copying, { uid: runAs?.uid, gid: runAs?.gid })
  const server = await ownPostgres({ home, binaries: tools, port, durable: false, log: () => undefined })
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
