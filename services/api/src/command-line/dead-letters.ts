import { inSystem, type Tx } from '@askline/db'
import { discardDeadLetter, type ListedDeadLetter, listDeadLetters, recordAct, replayDeadLetter } from '@askline/domain'
import { type Command, RefusedError } from './command.ts'
import { companyNamed } from './companies.ts'
import { sayTable } from './table.ts'

/** Shown at once; what lies behind them is listed when these are settled. */
const most = 500

const list: Command = {
  name: 'dead-letters list',
  usage: '[--company <tag>] [--settled]',
  summary: 'What could not be done however often it was tried, newest first; with --settled, what became of it.',
  flags: { optional: ['company'], switches: ['settled'] },
  async run({ db, say }, { flags }) {
    const isSettled = flags['settled'] !== undefined
    const { deadLetters } = await inSystem(db, async (tx) => {
      const tag = flags['company']
      return listDeadLetters(tx, tag && (await companyNamed(tx, tag)), { limit: most, isSettled })
    })
    if (deadLetters.length === 0) return say('There are none.')
    const columns = ['uuid', 'dateCreated', 'kind', 'name', 'reason', 'attempts', 'companyId', 'questionUuid'] as const
    sayTable(say, [...columns, ...(isSettled ? (['outcome'] as const) : []), 'says'], deadLetters)
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
    if (!uuid.test(given)) throw new RefusedError(`${given} is no uuid.`)
    const letter = await inSystem(db, async (tx) => {
      const settled = await settle(tx, given.toLowerCase())
      const { companyId, outcome } = settled
      const action = outcome === 'replayed' ? 'dead_letter_replayed' : 'dead_letter_discarded'
      // The audit log is a company's: a letter of none has no line in it.
      if (companyId) await recordAct(tx, { companyId, action, actor: { kind: 'operator' }, targetId: settled.uuid })
      return settled
    })
    say(`The ${letter.kind} ${letter.name} is ${letter.outcome}.`)
  },
})

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What operators do with dead letters, those that belong to no company too. */
export const deadLetterCommands: readonly Command[] = [
  list,
  settling('replay', 'Does once more what failed; the routing worker takes it up within seconds.', replayDeadLetter),
  settling('discard', 'Gives up what failed.', discardDeadLetter),
]
