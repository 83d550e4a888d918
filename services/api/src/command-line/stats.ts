import { companies, inSystem, statement, types } from '@askline/db'
import type { Command } from './command.ts'
import { printTable } from './table.ts'

export const stats: Command = {
  name: 'stats',
  usage: '',
  summary: 'Counts people, open and closed questions and known answers of each company.',
  flags: {},
  async run({ db, say }) {
    const rows = await inSystem(db, (tx) => tx.query(count, []))
    printTable(say, columns, rows)
  },
}

const columns = ['company', 'experts', 'staff', 'askers', 'open', 'closed', 'knowledge'] as const

const count = statement({
  name: 'command-stats',
  row: {
    company: companies.tag,
    experts: types.nullable(types.int),
    staff: types.nullable(types.int),
    askers: types.nullable(types.int),
    open: types.nullable(types.int),
    closed: types.nullable(types.int),
    knowledge: types.nullable(types.int),
  },
  text: `select c.tag as company,
      (select count(*) from users u where u.company_id = c.id and u.role = 'expert') as experts,
      (select count(*) from users u where u.company_id = c.id and u.role in ('agent', 'admin')) as staff,
      (select count(*) from users u where u.company_id = c.id and u.role = 'user') as askers,
      (select count(*) from questions q where q.company_id = c.id and q.closed_at is null) as open,
      (select count(*) from questions q where q.company_id = c.id and q.closed_at is not null) as closed,
      (select count(*) from knowledge k where k.company_id = c.id) as knowledge
    from companies c order by c.tag`,
})
