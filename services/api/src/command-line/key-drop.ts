import { inSystem } from '@askline/db'
import { recordActEverywhere, revoke } from '@askline/domain'
import { dropSigningKey, findActiveKids } from '@askline/runtime'
import { type Command, RefusedError } from './command.ts'

const century = 100 * 365 * 86_400_000

export const keyDrop: Command = {
  name: 'key drop',
  usage: '<kid>',
  summary: 'For a key that somebody else may hold: every token it signed ends everywhere within a second.',
  words: 1,
  flags: {},
  async run({ db, now, say }, { words: [kid = ''] }) {
    const { signing } = await inSystem(db, async (tx) => {
      const dropped = await dropSigningKey(tx, kid)
      if (!dropped) {
        const kids = await findActiveKids(tx)
        throw new RefusedError(`No active key is called ${kid}. There are: ${kids.join(', ') || 'none'}.`)
      }
      await revoke(tx, { kind: 'key', subject: kid, expiresAt: new Date(now() * 1000 + century) })
      await recordActEverywhere(tx, { action: 'key_dropped', actor: { kind: 'operator' }, targetId: kid })
      return dropped
    })
    say(`Key ${kid} is dropped. Tokens it signed, long-lived ones too, must be obtained or minted anew.`)
    say(`Key ${signing} signs from now on.`)
  },
}
