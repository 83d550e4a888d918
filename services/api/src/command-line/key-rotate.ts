import { inSystem } from '@askline/db'
import { recordActEverywhere } from '@askline/domain'
import { rotateSigningKey } from '@askline/runtime'
import type { Command } from './command.ts'

// The longest that TOKEN_LIFETIME_SECONDS of an API may say.
const longestTokenSeconds = 86_400

export const keyRotate: Command = {
  name: 'key rotate',
  usage: '',
  summary: 'A new key signs from now on, without a restart; the old one verifies until its last token has expired.',
  flags: {},
  async run({ db, say }) {
    const { kid, retiring } = await inSystem(db, async (tx) => {
      const rotated = await rotateSigningKey(tx, longestTokenSeconds)
      await recordActEverywhere(tx, { action: 'key_rotated', actor: { kind: 'operator' }, targetId: rotated.kid })
      return rotated
    })
    say(`Key ${kid} signs from now on.`)
    for (const old of retiring) say(`Key ${old.kid} verifies until ${old.retiresAt.toISOString()}.`)
  },
}
