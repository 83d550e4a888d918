import { inSystem } from '@askline/db'
import { recordActEverywhere } from '@askline/domain/access/audit'
import { replayTombstones } from '@askline/domain/privacy/forget-again'
import type { Command } from './command.ts'
import { readTombstones } from './tombstones.ts'

export const forgetReplay: Command = {
  name: 'forget --replay',
  usage: '[--from <output of forget --export>]',
  summary: 'Forgets again the people whom a restored backup brought back. The command `restored` does this, too.',
  flags: { optional: ['from'] },
  async run({ db, say }, { flags }) {
    const file = flags['from']
    const { returned } = await replayTombstones(db, file === undefined ? [] : await readTombstones(file))
    await inSystem(db, (tx) => recordActEverywhere(tx, { action: 'forgotten_again', actor: { kind: 'operator' } }))
    say(`returned  ${returned}`)
    if (returned > 0) say('A routing worker erases what they wrote.')
  },
}
