import { inSystem } from '@askline/db'
import { recordActEverywhere } from '@askline/domain/access/audit'
import { endAllFamilies } from '@askline/domain/access/families'
import { revokeTokens } from '@askline/domain/access/revoke'
import { dropSigningKey, findActiveKids } from '@askline/runtime'
import { type Command, RefusedError, secretsKeyIsLost } from './command.ts'

export const keyDrop: Command = {
  name: 'key drop',
  usage: '<kid> [--end-sign-ins] [--secrets-key-is-lost]',
  summary:
    'Drops a leaked signing key: every token it signed is refused within a second. With --end-sign-ins every sign-in ends, too.',
  words: 1,
  flags: { switches: ['end-sign-ins', secretsKeyIsLost] },
  async run({ db, say, secrets }, { words: [kid = ''], flags }) {
    const { signing, ended } = await inSystem(db, async (tx) => {
      const dropped = await dropSigningKey(tx, secrets(), kid, {
        isSecretsKeyLost: flags[secretsKeyIsLost] === 'yes',
      })
      if (!dropped) {
        const kids = await findActiveKids(tx)
        throw new RefusedError(`No active key has the id ${kid}. Active keys: ${kids.join(', ') || 'none'}.`)
      }
      await revokeTokens(tx, 'key', kid)
      await recordActEverywhere(tx, { action: 'key_dropped', actor: { kind: 'operator' }, targetId: kid })
      const ended = flags['end-sign-ins'] === 'yes' ? await endAllFamilies(tx) : undefined
      return { ...dropped, ended }
    })
    say(`Key ${kid} is dropped. Tokens that it signed are refused, long-lived ones too: obtain or mint new ones.`)
    say(`Key ${signing} signs from now on.`)
    if (ended !== undefined) return say(`${ended} sign-ins are ended: people must sign in again.`)
    say('Refresh tokens are not signed, so people stay signed in and get tokens of the new key.')
    say('A holder of the key could act as anybody, also as an admin who resets passwords. Check the audit log.')
    say('If it shows acts that no person did, or to be sure, end every sign-in: key drop <signing key> --end-sign-ins.')
  },
}
