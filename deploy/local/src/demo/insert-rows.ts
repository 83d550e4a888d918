import { statement, type Tx, types } from '@askline/db'
import type { HistoryRows } from './history-rows.ts'

const columns: Record<keyof HistoryRows, string> = {
  questions: `id, company_id, asker_id, integration_id, category_id, type, subject, text, folded, language, languages, company_tags,
    metadata, status, closed_at, num_responses, first_offered_at, first_response_at, holder_id, fence, units, wave, round, queued_at,
    expires_at, version, created_at, updated_at, changed_at`,
  offers: 'id, question_id, company_id, expert_id, round, wave, status, due_at, created_at, closed_at',
  responses: `id, question_id, company_id, type, author_id, is_accepted, accepted_at, rating, rating_system, rated_at,
    is_viewed_by_user, created_at, updated_at`,
  messages: `id, question_id, company_id, response_id, type, author_id, author_kind, body, folded, external_ids, is_viewed_by_user,
    created_at, updated_at`,
  question_events: 'question_id, seq, company_id, type, actor_kind, actor_id, audience, detail, at',
}

const insertInto = (table: keyof HistoryRows) =>
  statement({
    name: `demo-insert-${table}`,
    params: [types.jsonText],
    text: `insert into ${table} (${columns[table]}) select ${columns[table]}
      from rows from (jsonb_array_elements($1::jsonb)) with ordinality as r(value, place),
        lateral jsonb_populate_record(null::${table}, r.value) order by r.place`,
  })

// In the order of their references.
const inserts = {
  questions: insertInto('questions'),
  offers: insertInto('offers'),
  responses: insertInto('responses'),
  messages: insertInto('messages'),
  question_events: insertInto('question_events'),
} satisfies Record<keyof HistoryRows, unknown>

/** Inserts the rows of the demo’s past in their order. Throws if a row has a member that is not in the list of columns. */
export async function insertRows(tx: Tx, rows: HistoryRows): Promise<void> {
  for (const table of Object.keys(inserts) as (keyof HistoryRows)[]) {
    const listed = new Set(columns[table].split(/,\s+/))
    const unlisted = rows[table].flatMap((row) => Object.keys(row)).find((member) => !listed.has(member))
    if (unlisted !== undefined) throw new Error(`The rows of ${table} have a member ${unlisted} that is not inserted`)
    await tx.query(inserts[table], [JSON.stringify(rows[table])])
  }
}
