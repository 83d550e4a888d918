import { inSystem } from '@askline/db'
import { listActiveKeys } from '@askline/runtime'
import type { Command } from './command.ts'
import { printTable } from './table.ts'

export const keyList: Command = {
  name: 'key list',
  usage: '',
  summary: 'Lists the ids of the keys whose tokens are valid, newest first. One without an end signs.',
  flags: {},
  async run({ db, say }) {
    const keys = await inSystem(db, listActiveKeys)
    if (keys.length === 0) return say('No keys.')
    const rows = keys.map(({ kid, createdAt, retiresAt }) => ({
      kid,
      dateCreated: createdAt.toISOString(),
      verifiesUntil: retiresAt?.toISOString() ?? null,
    }))
    printTable(say, ['kid', 'dateCreated', 'verifiesUntil'], rows)
  },
}
