import { inSystem } from '@askline/db'
import { recordActEverywhere } from '@askline/domain/access/audit'
import { reencryptSigningKeys } from '@askline/runtime'
import type { Command } from './command.ts'

export const keyReencrypt: Command = {
  name: 'key reencrypt',
  usage: '',
  summary:
    'Encrypts the signing keys under the first key of SECRETS_KEY. Run it after every API has SECRETS_KEY=<new>,<old>; afterwards <old> may be removed.',
  flags: {},
  async run({ db, say, secrets }) {
    const box = secrets()
    const kids = await inSystem(db, async (tx) => {
      const changed = await reencryptSigningKeys(tx, box)
      const actor = { kind: 'operator' } as const
      for (const targetId of changed) await recordActEverywhere(tx, { action: 'key_reencrypted', actor, targetId })
      return changed
    })
    for (const kid of kids) say(`Key ${kid} is encrypted under ${box.keyIds[0]}.`)
    say(
      kids.length === 0
        ? 'Every signing key is already encrypted under the first key.'
        : `${kids.length} keys changed.`,
    )
  },
}
