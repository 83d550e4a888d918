import { inSystem } from '@askline/db'
import { recordActEverywhere } from '@askline/domain/access/audit'
import { replayTombstones } from '@askline/domain/privacy/forget-again'
import type { Command } from './command.ts'
import { readOutsideList } from './outside-list.ts'
import { tombstones } from './tombstones.ts'

export const forgetReplay: Command = {
  name: 'forget --replay',
  usage: '[--from <output of forget --export>]',
  summary: 'Forgets again the people whom a restored backup brought back. The command `restored` does this, too.',
  flags: { optional: ['from'] },
  async run({ db, say }, { flags }) {
    const file = flags['from']
    const { entries } = file === undefined ? { entries: [] } : await readOutsideList(db, tombstones, file)
    const { returned } = await replayTombstones(db, entries)
    await inSystem(db, (tx) => recordActEverywhere(tx, { action: 'forgotten_again', actor: { kind: 'operator' } }))
    say(`returned  ${returned}`)
    if (returned > 0) say('A routing worker erases what they wrote.')
  },
}
