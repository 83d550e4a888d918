import { type Database, inSystem } from '@askline/db'
import { listTombstones, type Tombstone } from '@askline/domain/privacy/forget-again'
import type { Command } from './command.ts'
import { exportOutsideList } from './outside-list.ts'
import { tombstones } from './tombstones.ts'

const page = 1_000

export const forgetExport: Command = {
  name: 'forget --export',
  usage: '--earlier <last output, or - for standard input>',
  summary:
    'Prints the forgotten people, without names or addresses, and those of the last output. Keep the output with the backups, for `restored`.',
  flags: { required: ['earlier'] },
  run: (context, { flags }) =>
    exportOutsideList(context, tombstones, flags['earlier'] ?? '', () => pagesOf(context.db)),
}

async function* pagesOf(db: Database): AsyncIterable<Tombstone[]> {
  let found: Tombstone[] = []
  do {
    const after = found.at(-1)?.requestId ?? null
    found = await inSystem(db, (tx) => listTombstones(tx, after, page))
    yield found
  } while (found.length === page)
}
