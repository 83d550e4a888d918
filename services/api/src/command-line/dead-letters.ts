import { inSystem, type Tx } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import {
  discardDeadLetter,
  type ListedDeadLetter,
  listDeadLetters,
  replayDeadLetter,
} from '@askline/domain/dead-letters/settle-dead-letters'
import { type Command, RefusedError } from './command.ts'
import { companyNamed } from './companies.ts'
import { printTable } from './table.ts'

/** Maximum number of dead letters in a list. */
const most = 500

const list: Command = {
  name: 'dead-letters list',
  usage: '[--company <tag>] [--settled]',
  summary: 'Lists work that failed for good, newest first. With --settled: work that was replayed or discarded.',
  flags: { optional: ['company'], switches: ['settled'] },
  async run({ db, say }, { flags }) {
    const isSettled = flags['settled'] !== undefined
    const { deadLetters } = await inSystem(db, async (tx) => {
      const tag = flags['company']
      return listDeadLetters(tx, tag && (await companyNamed(tx, tag)), { limit: most, isSettled })
    })
    if (deadLetters.length === 0) return say('No dead letters.')
    const columns = ['uuid', 'dateCreated', 'kind', 'name', 'reason', 'attempts', 'companyId', 'questionUuid'] as const
    printTable(say, [...columns, ...(isSettled ? (['outcome'] as const) : []), 'explanation'], deadLetters)
  },
}

const settling = (
  verb: 'replay' | 'discard',
  summary: string,
  settle: (tx: Tx, letterId: string) => Promise<ListedDeadLetter>,
): Command => ({
  name: `dead-letters ${verb}`,
  usage: '<uuid>',
  summary,
  words: 1,
  flags: {},
  async run({ db, say }, { words: [given = ''] }) {
    if (!uuid.test(given)) throw new RefusedError(`${given} is not a uuid.`)
    const letter = await inSystem(db, async (tx) => {
      const settled = await settle(tx, given.toLowerCase())
      const { companyId, outcome } = settled
      const action = outcome === 'replayed' ? 'dead_letter_replayed' : 'dead_letter_discarded'
      // The audit log belongs to a company, so a dead letter without one is not recorded.
      if (companyId) await recordAct(tx, { companyId, action, actor: { kind: 'operator' }, targetId: settled.uuid })
      return settled
    })
    say(`The ${letter.kind} ${letter.name} is ${letter.outcome}.`)
  },
})

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Commands for dead letters, including those that belong to no company. */
export const deadLetterCommands: readonly Command[] = [
  list,
  settling('replay', 'Repeats the failed work; the routing worker starts it within seconds.', replayDeadLetter),
  settling('discard', 'Discards the failed work.', discardDeadLetter),
]
