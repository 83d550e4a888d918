import { inSystem } from '@askline/db'
import { recordActEverywhere } from '@askline/domain/access/audit'
import { reencryptWebhookSecrets } from '@askline/domain/webhooks/secrets'
import { reencryptSigningKeys } from '@askline/runtime'
import type { Command } from './command.ts'

export const keyReencrypt: Command = {
  name: 'key reencrypt',
  usage: '',
  summary:
    'Encrypts the signing keys and the secrets of webhooks under the first key of SECRETS_KEY. Run it after every API and courier has SECRETS_KEY=<new>,<old>; afterwards <old> may be removed.',
  flags: {},
  async run({ db, say, secrets }) {
    const box = secrets()
    const { kids, secretsOfWebhooks } = await inSystem(db, async (tx) => {
      const changed = await reencryptSigningKeys(tx, box)
      const actor = { kind: 'operator' } as const
      for (const targetId of changed) await recordActEverywhere(tx, { action: 'key_reencrypted', actor, targetId })
      return { kids: changed, secretsOfWebhooks: await reencryptWebhookSecrets(tx, box) }
    })
    say(`${secretsOfWebhooks} secrets of webhooks changed.`)
    for (const kid of kids) say(`Key ${kid} is encrypted under ${box.keyIds[0]}.`)
    say(
      kids.length === 0
        ? 'Every signing key is already encrypted under the first key.'
        : `${kids.length} keys changed.`,
    )
  },
}
