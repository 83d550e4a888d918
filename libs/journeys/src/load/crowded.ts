import type { Company } from '../stage/company.ts'
import type { SharedStage } from '../stage/stage.ts'

/** Copies the company's questions until the agents' queue has `count` more. Their subjects are `Copy 1`, `Copy 2` and so on. */
export async function fillQueue(stage: SharedStage, { companyId }: Company, count: number): Promise<void> {
  await stage.sql(
    `insert into questions (id, company_id, asker_id, category_id, type, subject, text, company_tags, status, turn, is_rerouted, expires_at)
      select gen_random_uuid(), company_id, asker_id, category_id, type, 'Copy ' || n, 'Copy', company_tags,
        'CLOSED_BY_ESCALATION', 'agents', true, now() + interval '1 day'
      from (select * from questions where company_id = $1 order by id limit 1) q, generate_series(1, $2) n order by n`,
    [companyId, count],
  )
}

/** Opens `count` copies of the company's first question to all experts. Their subjects are `Open 1`, `Open 2` and so on. */
export async function fillOpen(stage: SharedStage, { companyId }: Company, count: number): Promise<void> {
  await stage.sql(
    `insert into questions (id, company_id, asker_id, category_id, type, subject, text, company_tags, turn, wave, queued_at,
        open_to_all_at, wave_due_at, expires_at)
      select gen_random_uuid(), company_id, asker_id, category_id, type, 'Open ' || n, 'Open', company_tags, 'experts', 1,
        now() - interval '2 hours' + n * interval '1 s', now() - interval '1 hour', now() + interval '1 hour', now() + interval '1 day'
      from (select * from questions where company_id = $1 order by id limit 1) q, generate_series(1, $2) n order by n`,
    [companyId, count],
  )
}

/** Adds `count` messages below a response, by the asker and the expert in turn. They begin with `Line 1`, `Line 2` and so on. */
export async function lengthenConversation(
  stage: SharedStage,
  { uuid, responseUuid }: { uuid: string; responseUuid: string },
  count: number,
): Promise<void> {
  await stage.sql(
    `insert into messages (id, company_id, question_id, response_id, author_kind, author_id, body, is_viewed_by_user)
      select gen_random_uuid(), q.company_id, q.id, $2, case when n % 2 = 0 then 'USER' else 'EXPERT' end,
        case when n % 2 = 0 then q.asker_id else q.holder_id end, 'Line ' || n || repeat(' and more', n % 40), true
      from questions q, generate_series(1, $3) n where q.id = $1 order by n`,
    [uuid, responseUuid, count],
  )
}
