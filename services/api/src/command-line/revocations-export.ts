import { inSystem } from '@askline/db'
import { listOutsideRevocations, type OutsideRevocation } from '@askline/domain/access/outside-list'
import type { Command } from './command.ts'

const page = 1_000

export const revocationsExport: Command = {
  name: 'revocations --export',
  usage: '',
  summary:
    'Prints ended tokens, credentials, keys and sign-ins as lines of JSON, without secrets. Keep the output with the backups, for `restored`.',
  flags: {},
  async run({ db, say }) {
    let after: OutsideRevocation | undefined
    for (;;) {
      const from = after
      const found = await inSystem(db, (tx) => listOutsideRevocations(tx, from, page))
      for (const revocation of found) say(JSON.stringify(revocation))
      after = found.at(-1)
      if (found.length < page) return
    }
  },
}
