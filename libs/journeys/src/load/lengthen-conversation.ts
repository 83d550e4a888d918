import type { SharedStage } from '../stage/stage.ts'

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
