import { inSystem } from '@askline/db'
import { recordActEverywhere } from '@askline/domain/access/audit'
import { rotateSigningKey } from '@askline/runtime'
import { type Command, secretsKeyIsLost } from './command.ts'

// The maximum of TOKEN_LIFETIME_SECONDS.
const longestTokenSeconds = 86_400

export const keyRotate: Command = {
  name: 'key rotate',
  usage: '[--secrets-key-is-lost]',
  summary:
    'Creates a key that signs from now on, without a restart. The old key verifies until its last token expires.',
  flags: { switches: [secretsKeyIsLost] },
  async run({ db, say, secrets }, { flags }) {
    const { kid, retiring } = await inSystem(db, async (tx) => {
      const rotated = await rotateSigningKey(tx, secrets(), longestTokenSeconds, {
        isSecretsKeyLost: flags[secretsKeyIsLost] === 'yes',
      })
      await recordActEverywhere(tx, { action: 'key_rotated', actor: { kind: 'operator' }, targetId: rotated.kid })
      return rotated
    })
    say(`Key ${kid} signs from now on.`)
    for (const old of retiring) say(`Key ${old.kid} verifies until ${old.retiresAt.toISOString()}.`)
  },
}
