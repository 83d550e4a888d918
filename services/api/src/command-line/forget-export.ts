import { inSystem, type Tx } from '@askline/db'
import { listTombstones, type Tombstone } from '@askline/domain/privacy/forget-again'
import type { Command } from './command.ts'

const page = 1_000

export const forgetExport: Command = {
  name: 'forget --export',
  usage: '',
  summary:
    'Prints the forgotten people as lines of JSON, without names or addresses. Keep the output with the backups.',
  flags: {},
  async run({ db, say }) {
    let after: string | null = null
    let found: Tombstone[]
    do {
      found = await inSystem(db, pageAfter(after))
      for (const tombstone of found) say(JSON.stringify(tombstone))
      after = found.at(-1)?.requestId ?? null
    } while (found.length === page)
  },
}

const pageAfter = (after: string | null) => (tx: Tx) => listTombstones(tx, after, page)
