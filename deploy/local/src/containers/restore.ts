import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusedError } from '@askline/testing/servers'
import { repository } from '../settings.ts'

/** Folders of a restore, on the machine of the engine. */
export type RestoreFolders = { backups: string; outside: string }

const read = (file: string) => readFileSync(join(repository, file), 'utf8')

/**
 * Returns the commands of the runbook's section "Restore a backup" as one script, for an installation behind the proxy, this time and
 * these folders. Throws StartRefusedError if the runbook lacks what is to be replaced.
 */
export function restoreScript(time: Date, { backups, outside }: RestoreFolders): string {
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

/** Empties the folder and returns the commands of deploy/backup/README.md that write the outside lists to it. */
export function outsideScript({ outside }: RestoreFolders): string {
  rmSync(outside, { recursive: true, force: true })
  mkdirSync(outside)
  const commands = [...read('deploy/backup/README.md').matchAll(/^ {4}(docker compose exec .* --export > .*)$/gm)]
  if (commands.length !== 2)
    throw new StartRefusedError('The commands of the outside lists are not two.', 'Look at deploy/backup/README.md.')
  const compose = `export COMPOSE_FILE=${join(repository, 'docker-compose.yml')}`
  return ['set -e', `cd ${outside}`, compose, ...commands.map(([, line]) => line)].join('\n')
}
