import { agentMayRead } from '../access/agents-read.ts'
import type { Actor } from '../actors.ts'
import { isOpenTo, isOpenToAll, meetsOpenRule, spokenBy } from '../people/open-to-all.ts'

/**
 * SQL for whether a viewer may see a question `q`. `kind` and `id` are SQL of the viewer's kind and user id.
 * Integrations see all questions of their company, which row-level security ensures. So do agents, unless the company setting
 * `agentsRead` limits them. Users see their own.
 * Experts see what they asked, hold, are offered or answered, and what is open to them. To list that, see `seenByExpert`.
 * `offset 0` keeps Postgres from reading all offers and answers of the expert.
 */
export const mayView = (kind: string, id: string) => `case ${kind}::text
  when 'user' then q.asker_id = ${id}::uuid
  when 'expert' then q.asker_id = ${id}::uuid or (q.holder_id = ${id}::uuid and not q.is_rerouted)
    or exists (select 1 from offers o where o.question_id = q.id and o.company_id = $company and o.expert_id = ${id}::uuid and o.status = 'pending' offset 0)
    or ${isOpenTo(`${id}::uuid`)}
    or exists (select 1 from responses r where r.question_id = q.id and r.company_id = $company and r.author_id = ${id}::uuid offset 0)
  when 'agent' then ${agentMayRead(id)}
  else true end`

/**
 * Returns SQL: the ids of the questions of which `mayView` is true for an expert, each found by an index. Questions that closed
 * while the expert held them unanswered are left out once their offers are deleted.
 */
export const seenByExpert = (id: string) => `array(
  select q.id from questions q where q.company_id = $company and q.asker_id = ${id}::uuid
  union select q.id from questions q where q.company_id = $company and q.holder_id = ${id}::uuid and q.closed_at is null and not q.is_rerouted
  union select o.question_id from offers o where o.company_id = $company and o.expert_id = ${id}::uuid and o.status = 'pending'
  union select q.id from offers o join questions q on q.id = o.question_id and q.company_id = $company
    where o.company_id = $company and o.expert_id = ${id}::uuid and o.status = 'accepted' and q.holder_id = ${id}::uuid and not q.is_rerouted
  union select q.id from (select e.*, ${spokenBy('e')} as spoken from experts e where e.company_id = $company and e.user_id = ${id}::uuid offset 0) e
    join questions q on q.company_id = $company and ${isOpenToAll} and ${meetsOpenRule({ spoken: 'e.spoken' })}
  union select r.question_id from responses r where r.company_id = $company and r.author_id = ${id}::uuid)`

/** Returns the values of `kind` and `id` of `mayView`. */
export const viewerOf = (actor: Actor): [Actor['kind'], string | null] => [
  actor.kind,
  'userId' in actor ? actor.userId : null,
]
