import { type ColumnType, type ParamsOf, type Statement, statement, types } from '@askline/db'
import { companyClock } from '../clock/company-time.ts'
import { foldedAnswer, foldedQuestion } from '../knowledge/folded.ts'
import { deletedText } from './deleted-text.ts'

type Erase<Params extends readonly unknown[]> = Statement<Params, { erased: number }>

/** Declares one statement for each store. `params` are their parameters. */
function declareStores<const Types extends readonly ColumnType<unknown>[]>(
  prefix: string,
  params: Types,
  texts: Record<string, string>,
): (readonly [store: string, erase: Erase<ParamsOf<Types>>])[] {
  return Object.entries(texts).map(([store, text]) => {
    return [store, statement({ name: `${prefix}-${store}`, params, row: { erased: types.int }, text })] as const
  })
}

/**
 * Statements that erase what a person left in each store beside the question's own row. $1: the person, $2: their questions of
 * this chunk. Each finds only unerased rows, so that a second run counts none.
 */
export const storesOfQuestions = declareStores('erase', [types.nullable(types.uuid), types.array(types.uuid)], {
  // Before the answers it belongs to, because a question's class is learned with its text.
  trainingExamples:
    'delete from training_examples where company_id = $company and question_id = any($2::uuid[]) and $1::uuid is not null returning 1 as erased',
  knowledge: `with ${companyClock}
    update knowledge k set question = case when k.source = 'RESPONSE' then '${deletedText}' else k.question end,
      folded = case when k.source = 'RESPONSE' then e'\\n' || ${foldedAnswer} else k.folded end,
      suspended_at = coalesce(k.suspended_at, clock.now), suspended_reason = 'FORGOTTEN',
      updated_at = clock.now
    from clock where k.company_id = $company and $1::uuid is not null and k.id in (
        select s.knowledge_id from responses r join knowledge_sources s on s.response_id = r.id and s.company_id = r.company_id where r.company_id = $company and r.question_id = any($2::uuid[]))
      and (k.suspended_reason is distinct from 'FORGOTTEN' or (k.source = 'RESPONSE' and k.question <> '${deletedText}'))
    returning 1 as erased`,
  messages: `update messages set body = '${deletedText}', folded = '', metadata = null, external_ids = '[]'
    where company_id = $company and question_id = any($2::uuid[]) and author_id = $1
      and (body <> '${deletedText}' or metadata is not null or external_ids <> '[]') returning 1 as erased`,
  revisions: `delete from revisions r where r.question_id = any($2::uuid[]) and (r.message_id is null
      or exists (select 1 from messages m where m.id = r.message_id and m.company_id = r.company_id and m.author_id = $1 offset 0)) returning 1 as erased`,
  notes: 'delete from notes where question_id = any($2::uuid[]) and $1::uuid is not null returning 1 as erased',
  drafts:
    'delete from drafts where company_id = $company and question_id = any($2::uuid[]) and $1::uuid is not null returning 1 as erased',
  ratings: `update responses set rating = null, rating_system = null, rated_at = null
    where question_id = any($2::uuid[]) and $1::uuid is not null and (rating is not null or rated_at is not null) returning 1 as erased`,
  // All events of their questions, because events of the system carry the correlation id of the asker's request.
  events: `update question_events set detail = case when actor_id = $1 then null else detail end, correlation_id = null
    where company_id = $company and question_id = any($2::uuid[]) and $1::uuid is not null
      and (correlation_id is not null or (actor_id = $1 and detail is not null)) returning 1 as erased`,
  deadLetters: `update dead_letters set payload = payload - 'correlationId'
    where company_id = $company and payload ->> 'questionId' = any($2::uuid[]::text[]) and $1::uuid is not null and payload ? 'correlationId'
    returning 1 as erased`,
  // The known answer that the asker judged, because a verdict is learned with the question's text.
  automaticResponses: `with undecided as (
      update responses set knowledge_id = null
      where company_id = $company and question_id = any($2::uuid[]) and $1::uuid is not null and knowledge_id is not null
    )
    update question_events set detail = null
    where company_id = $company and question_id = any($2::uuid[]) and $1::uuid is not null and type = 'QUESTION_AUTO_RESPONSE' and detail is not null
    returning 1 as erased`,
  webhookAnswers: `update webhook_attempts set answer = null
    where company_id = $company and answer is not null and $1::uuid is not null and delivery_id = any(array(
      select d.id from webhook_deliveries d where d.company_id = $company and d.question_id = any($2::uuid[]))) returning 1 as erased`,
  externalIds:
    'delete from question_external_ids where company_id = $company and question_id = any($2::uuid[]) and $1::uuid is not null returning 1 as erased',
  // The key keeps a refusal for the rest of its day, so that a late repetition does not ask the question again.
  idempotencyKeys: `update idempotency_keys
    set status = 404, body = '{"code": "person_forgotten", "message": "Whoever asked this was forgotten"}'
    where company_id = $company and question_id = any($2::uuid[]) and $1::uuid is not null and body ->> 'code' is distinct from 'person_forgotten'
    returning 1 as erased`,
  // Answers about known answers repeat their questions.
  keysOfKnowledge: `update idempotency_keys i
    set status = 404, body = '{"code": "person_forgotten", "message": "Whoever asked this was forgotten"}'
    where i.company_id = $company and $1::uuid is not null and i.question_id in (
        select s.knowledge_id from responses r join knowledge_sources s on s.response_id = r.id and s.company_id = r.company_id where r.company_id = $company and r.question_id = any($2::uuid[]))
      and i.body ->> 'code' is distinct from 'person_forgotten' returning 1 as erased`,
})

/**
 * Statements that erase what a person left outside their own questions; $1: the person. Answers to other people stay, without the
 * name.
 */
export const storesElsewhere = declareStores('erase-elsewhere', [types.nullable(types.uuid)], {
  relabels:
    'update training_examples set user_id = null where company_id = $company and user_id = $1 returning 1 as erased',
  knowledge: `with ${companyClock}
    update knowledge k set answer = case when k.source = 'RESPONSE' then '${deletedText}' else k.answer end,
      folded = case when k.source = 'RESPONSE' then ${foldedQuestion} || e'\\n' else k.folded end,
      suspended_at = coalesce(k.suspended_at, clock.now), suspended_reason = 'FORGOTTEN',
      updated_at = clock.now
    from clock where k.company_id = $company and k.id in (
        select s.knowledge_id from responses r join knowledge_sources s on s.response_id = r.id and s.company_id = r.company_id where r.company_id = $company and r.author_id = $1)
      and (k.suspended_reason is distinct from 'FORGOTTEN' or (k.source = 'RESPONSE' and k.answer <> '${deletedText}'))
    returning 1 as erased`,
  automaticAnswers: 'delete from automatic_answers where company_id = $company and user_id = $1 returning 1 as erased',
  // All old requests of the company, because a request does not name its author, and no caller waits that long.
  textRequests: `delete from text_requests where company_id = $company and $1::uuid is not null
    and created_at < statement_timestamp() - interval '8 seconds' returning 1 as erased`,
  drafts: 'delete from drafts where company_id = $company and user_id = $1 returning 1 as erased',
  savedReplies: 'delete from saved_replies where company_id = $company and owner_id = $1 returning 1 as erased',
  offerReasons:
    'update offers set reason = null where company_id = $company and expert_id = $1 and reason is not null returning 1 as erased',
  offerDays: 'delete from offer_days where company_id = $company and expert_id = $1 returning 1 as erased',
  // The list of notified experts names them.
  notices: `update messages m set detail = jsonb_set(m.detail, '{experts}', coalesce((
      select jsonb_agg(e) from jsonb_array_elements(m.detail -> 'experts') e where e ->> 'uuid' <> $1::uuid::text), '[]'))
    where m.company_id = $company and m.question_id in (select question_id from offers where company_id = $company and expert_id = $1::uuid)
      and m.type = 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE' and m.detail -> 'experts' @> jsonb_build_array(jsonb_build_object('uuid', $1::uuid::text))
    returning 1 as erased`,
  answerMetadata: `update messages m set metadata = null, external_ids = '[]'
    where m.company_id = $company and m.question_id in (select question_id from responses where company_id = $company and author_id = $1) and m.author_id = $1
      and (m.metadata is not null or m.external_ids <> '[]') returning 1 as erased`,
  idempotencyKeys: `update idempotency_keys
    set status = 404, body = '{"code": "person_forgotten", "message": "Whoever asked this was forgotten"}'
    where company_id = $company and (principal = $1::uuid::text or question_id = $1) and body ->> 'code' is distinct from 'person_forgotten'
    returning 1 as erased`,
  // Entries of acts by the person and on the person, their tokens and their sign-ins. The address of an admin who acted on them
  // stays.
  audit: `update audit_log set correlation_id = null,
      address = case when actor_id = $1 or actor_kind in ('nobody', 'integration') then null else address end,
      user_agent = case when actor_id = $1 or actor_kind in ('nobody', 'integration') then null else user_agent end
    where company_id = $company
      and (correlation_id is not null
        or ((actor_id = $1 or actor_kind in ('nobody', 'integration')) and (address is not null or user_agent is not null)))
      and (actor_id = $1 or target_id = $1::uuid::text or target_id in (
      select id::text from token_families where company_id = $company and user_id = $1
      union all select id::text from forget_requests where company_id = $company and user_id = $1)) returning 1 as erased`,
  signIns: `update token_families set user_agent = null, network = null
    where company_id = $company and user_id = $1 and (user_agent is not null or network is not null) returning 1 as erased`,
  // An expert's events stand in the questions that they were offered or answered. The system takes over their correlation ids.
  events: `update question_events set correlation_id = null
    where company_id = $company and correlation_id is not null and (actor_id = $1 or actor_kind = 'system') and question_id = any(array(
      select question_id from offers where company_id = $company and expert_id = $1
      union all select question_id from responses where company_id = $company and author_id = $1)) returning 1 as erased`,
})

/**
 * Erases uploaded history with the person as asker, by the hash of the address; $1: the request. Rows after the request belong to
 * another person. Answers go with their question. The files count as changed, so workers read them again.
 */
export const eraseHistory = statement({
  name: 'erase-history',
  params: [types.uuid],
  row: { erased: types.int },
  text: `with gone as (
      delete from past_questions q using forget_requests f
      where f.id = $1 and f.company_id = $company and q.company_id = f.company_id and q.asker_key = f.email_hash and q.asked_at <= f.created_at
      returning q.file_id
    ), changed as (
      update files set imported_at = statement_timestamp() where company_id = $company and id in (select file_id from gone)
    )
    select 1 as erased from gone`,
})

/** Stores that models learn from. If rows of them are erased, models are trained again. */
export const storesLearnedFrom = ['trainingExamples', 'knowledge', 'automaticAnswers', 'automaticResponses']

/** Stores that snapshots of evidence are made from. */
export const storesOfEvidence = ['questions', 'history']
