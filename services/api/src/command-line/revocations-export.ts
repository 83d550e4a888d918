import { type Database, inSystem } from '@askline/db'
import { listOutsideRevocations, type OutsideRevocation } from '@askline/domain/access/outside-list'
import type { Command } from './command.ts'
import { exportOutsideList } from './outside-list.ts'
import { revocations } from './revocations.ts'

const page = 1_000

export const revocationsExport: Command = {
  name: 'revocations --export',
  usage: '--earlier <last output, or - for standard input>',
  summary:
    'Prints ended tokens, credentials, keys and sign-ins, without secrets, and those of the last output. Keep the output with the backups, for `restored`.',
  flags: { required: ['earlier'] },
  run: (context, { flags }) =>
    exportOutsideList(context, revocations, flags['earlier'] ?? '', () => pagesOf(context.db)),
}

async function* pagesOf(db: Database): AsyncIterable<OutsideRevocation[]> {
  let found: OutsideRevocation[] = []
  do {
    const after = found.at(-1)
    found = await inSystem(db, (tx) => listOutsideRevocations(tx, after, page))
    yield found
  } while (found.length === page)
}
