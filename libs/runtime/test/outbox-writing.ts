import { randomUUID } from 'node:crypto'
import type { OutboxRow } from '@askline/contracts'
import type { Database } from '@askline/db'

/** Commits one outbox row with a `drain-backlog` job, as a domain command would, and answers it. */
export async function commitRow(db: Database, companyId: string = randomUUID()): Promise<OutboxRow> {
  const jobs: OutboxRow['jobs'] = [{ job: 'drain-backlog', payload: { companyId } }]
  const { rows } = await db.system.query<{ id: string; key: string }>(
    'insert into outbox (company_id, jobs) values ($1, $2) returning id, key',
    [companyId, JSON.stringify(jobs)],
  )
  return { id: Number(rows[0]?.id), key: rows[0]?.key ?? '', jobs }
}

export async function outboxCount(db: Database): Promise<number> {
  const { rows } = await db.system.query<{ n: number }>('select count(*)::int as n from outbox')
  return rows[0]?.n ?? -1
}
