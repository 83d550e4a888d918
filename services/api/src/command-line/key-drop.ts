import { inSystem } from '@askline/db'
import { endAllFamilies, recordActEverywhere, revoke } from '@askline/domain'
import { dropSigningKey, findActiveKids } from '@askline/runtime'
import { type Command, RefusedError } from './command.ts'

const century = 100 * 365 * 86_400_000

export const keyDrop: Command = {
  name: 'key drop',
  usage: '<kid> [--end-sign-ins]',
  summary:
    'For a key that somebody else may hold: every token it signed ends everywhere within a second; with the switch, every sign-in with its refresh token, too.',
  words: 1,
  flags: { switches: ['end-sign-ins'] },
  async run({ db, now, say }, { words: [kid = ''], flags }) {
    const { signing, ended } = await inSystem(db, async (tx) => {
      const dropped = await dropSigningKey(tx, kid)
      if (!dropped) {
        const kids = await findActiveKids(tx)
        throw new RefusedError(`No active key is called ${kid}. There are: ${kids.join(', ') || 'none'}.`)
      }
      await revoke(tx, { kind: 'key', subject: kid, expiresAt: new Date(now() * 1000 + century) })
      await recordActEverywhere(tx, { action: 'key_dropped', actor: { kind: 'operator' }, targetId: kid })
      const ended = flags['end-sign-ins'] === 'yes' ? await endAllFamilies(tx) : undefined
      return { ...dropped, ended }
    })
    say(`Key ${kid} is dropped. Tokens it signed, long-lived ones too, must be obtained or minted anew.`)
    say(`Key ${signing} signs from now on.`)
    if (ended !== undefined) return say(`${ended} sign-ins are ended: everybody signs in again.`)
    say('Refresh tokens are signed by no key: people stay signed in, and get tokens of the new key.')
    say(
      'Who held the key could act as anybody, an admin who resets passwords included. Look at the audit log; where it',
    )
    say(
      'shows what nobody did, or to be sure, end every sign-in: key drop with --end-sign-ins, on the key that signs now.',
    )
  },
}
