import type { Stage } from '../stage/stage.ts'

/** Adds rows of kinds that a company without trouble lacks, for a question that went to the agents. */
export async function addTrouble(
  stage: Stage,
  { uuid, agentUuid }: { uuid: string; agentUuid: string },
): Promise<void> {
  const about = 'from questions where id = $1'
  await stage.sql(`update questions set reroute_reason = 'x' where id = $1`, [uuid])
  await stage.sql(
    `insert into offers (id, company_id, question_id, expert_id, round, wave, status, reason, closed_at)
      select gen_random_uuid(), q.company_id, q.id, e.user_id, 0, 1, 'declined', 'x', now()
      from questions q join experts e on e.company_id = q.company_id where q.id = $1 limit 1`,
    [uuid],
  )
  await stage.sql(
    `insert into notes (id, company_id, question_id, author_id, author_kind, body)
      select gen_random_uuid(), company_id, id, $2, 'AGENT', 'x' ${about}`,
    [uuid, agentUuid],
  )
  await stage.sql(
    `insert into drafts (user_id, question_id, company_id, body, updated_at) select $2, id, company_id, 'x', now() ${about}`,
    [uuid, agentUuid],
  )
  await stage.sql(
    `insert into question_external_ids (company_id, system, external_id, question_id) select company_id, 'x', 'x', id ${about}`,
    [uuid],
  )
  for (const kind of ['job', 'deadline', 'outbox'])
    await stage.sql(
      `insert into dead_letters (id, company_id, kind, name, payload, reason, attempts)
        select gen_random_uuid(), company_id, $2, 'x', '{}', 'x', 5 ${about}`,
      [uuid, kind],
    )
  await stage.sql(
    `insert into knowledge (id, company_id, question, answer, class, suspended_at, suspended_reason)
      select gen_random_uuid(), company_id, 'x', 'x', 'x', now(), 'CONTESTED' ${about}`,
    [uuid],
  )
  // In one statement, because the worker lifts a suspension for which it finds no rejections.
  await stage.sql(
    `with rejected as (
        insert into knowledge (id, company_id, question, answer, class, suspended_at, suspended_reason, updated_at)
        select gen_random_uuid(), company_id, 'x', 'x', 'x', now(), 'REJECTED', now() - interval '1 second' ${about}
        returning id, company_id)
      insert into automatic_answers (id, company_id, question, predicted_class, confidence, knowledge_id, content_id, body, quick_reply,
        user_id, decided_at)
      select gen_random_uuid(), k.company_id, 'x', 'x', 1, k.id, gen_random_uuid(), 'x', 'REJECTED', u.id, now()
      from rejected k, lateral (select id from users where company_id = k.company_id and role = 'user' limit 5) u`,
    [uuid],
  )
  // Neither changed nor accepted for longer than any filter of old answers.
  await stage.sql(
    `insert into knowledge (id, company_id, question, answer, class, updated_at)
      select gen_random_uuid(), company_id, 'x', 'x', 'x', now() - interval '10 years' ${about}`,
    [uuid],
  )
  await stage.sql(
    `insert into files (id, company_id, type, name, sha256, size_bytes, status, progress, rows_read, rows_refused, fault_code, fault_line,
        uploader_kind, uploader_id)
      select gen_random_uuid(), company_id, 'UTTERANCES', 'x', 'x', 1, 'REFUSED', 1, 2, 2, 'x', 2, 'admin', $2 ${about}`,
    [uuid, agentUuid],
  )
  await stage.sql(
    `insert into audit_log (company_id, action, outcome, reason, actor_kind, target_id, correlation_id)
      select company_id, 'sign_in', 'failure', 'x', 'nobody', 'x', 'x' ${about}`,
    [uuid],
  )
  await stage.sql(
    `insert into forget_requests (id, company_id, email_hash, erased, finished_at, unlearned_at)
      select gen_random_uuid(), company_id, 'x', '{"x": 3}', now(), now() ${about}`,
    [uuid],
  )
  await stage.sql(
    `insert into credentials (client_id, company_id, integration_id, secret_hash, scopes)
      select 'x-' || i.id, i.company_id, i.id, 'x', '{}' from integrations i join questions q on q.company_id = i.company_id where q.id = $1`,
    [uuid],
  )
  await stage.sql(
    `insert into credentials (client_id, company_id, user_id, secret_hash, scopes)
      select 'x-' || $2::uuid, company_id, $2::uuid, 'x', '{}' ${about}`,
    [uuid, agentUuid],
  )
}
