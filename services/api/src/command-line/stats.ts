import { inSystem, type Statement } from '@askline/db'
import type { Command } from './command.ts'
import { sayTable } from './table.ts'

export const stats: Command = {
  name: 'stats',
  usage: '',
  summary: 'For each company: its people, and how its questions stand.',
  flags: {},
  async run({ db, say }) {
    const rows = await inSystem(db, (tx) => tx.query<Record<string, string | number>>(count, []))
    sayTable(say, columns, rows)
  },
}

const columns = ['company', 'experts', 'staff', 'askers', 'open', 'closed', 'knowledge']

const count: Statement = {
  name: 'command-stats',
  text: `select c.tag as company,
      (select count(*) from users u where u.company_id = c.id and u.role = 'expert') as experts,
      (select count(*) from users u where u.company_id = c.id and u.role in ('agent', 'admin')) as staff,
      (select count(*) from users u where u.company_id = c.id and u.role = 'user') as askers,
      (select count(*) from questions q where q.company_id = c.id and q.closed_at is null) as open,
      (select count(*) from questions q where q.company_id = c.id and q.closed_at is not null) as closed,
      (select count(*) from knowledge k where k.company_id = c.id) as knowledge
    from companies c order by c.tag`,
}
