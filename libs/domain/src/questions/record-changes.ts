import { isOpenToAll } from './open-to-all.ts'

// The columns of `changed`, with what stands in them if a statement does not say otherwise. `q` is the question after the change.
const standard = {
  id: 'q.id',
  company_id: 'q.company_id',
  asker_id: 'q.asker_id',
  holder_id: 'q.holder_id',
  version: 'q.version',
  updated_at: 'q.updated_at',
  /** The company's time of the change. */
  now: 'q.changed_at',
  /** The question is or was in the agents' queue. */
  with_agents: `(q.is_rerouted or q.status = 'FLAGGED')`,
  /** The expert who held the question before the change and does not hold it any more. */
  former_holder_id: 'null::uuid',
  /** The question is open to all after the change, or was so before it. */
  is_open: isOpenToAll,
  was_open: isOpenToAll,
  actor_kind: `'system'`,
  actor_id: 'null::uuid',
  detail: 'null::jsonb',
  correlation_id: 'null::text',
  /** The span that made the change. Only jobs carry it. */
  traceparent: 'null::text',
  /** Further jobs of the change. */
  jobs: `'[]'::jsonb`,
} as const

type ChangedColumns = { event: string } & Partial<Record<keyof typeof standard, string>>

/** Returns the select list of `changed`. Every statement that records changes uses it, so none can forget a column. */
export const changedColumns = (given: ChangedColumns): string =>
  Object.entries({ ...standard, ...given })
    .map(([name, sql]) => `${sql} as ${name}`)
    .join(', ')

export type Recording = {
  /**
   * Returns an SQL condition: this column of question ids names a changed question. It must let Postgres use an index.
   * Undefined: the questions are new, so only the asker and the company have a right to them.
   */
  isChanged?: (column: string) => string
  /** A relation (question_id, expert_id) of the offers that the statement closes. Undefined: it closes none. */
  closedOffers?: string
  /** A relation (question_id, person_id) of people who get a right to the question in this statement. */
  joined?: string
  /** The change takes no right from anyone. */
  keepsRights?: true
  /** One outbox row per question, or one per company. Undefined: per question. */
  outboxRow?: 'per-company'
  /** A relation (company_id, jobs) of further outbox rows. */
  furtherJobs?: string
}

/**
 * Returns the parts of a WITH that record every consequence of the rows in `changed`: events, audiences and the outbox.
 * All statements that change questions end with them. Add a further consumer of every change, such as a webhook, as one more
 * part here that reads `told`.
 *
 * The relation `told` has the columns of `changed`, and these:
 * - The `stamp` is `lastUpdated` as the API prints it.
 * - The keys `entitled` belong to everyone who may see the question after the change. The event stores them.
 * - The keys `involved` belong to the experts and agents among them. All experts of a question that is open to all share one key.
 * - The keys `lost` belong to experts who can no longer act. This is the last change that they are told.
 *
 * All parts of a statement see the data from before it. Offers that it closes are still pending for them, and are excluded by
 * name. A distributed database runs the parts one after the other, so no part may depend on either.
 *
 * Each INSERT from a SELECT returns a column. A distributed database would send the rows with COPY otherwise, which row-level
 * security forbids.
 */
export function recordChanges(recording: Recording): string {
  const { isChanged, outboxRow, furtherJobs } = recording
  const mayLose = isChanged && !recording.keepsRights
  const involved = isChanged ? `coalesce(e.keys, '{}') || ${expertsIf('c.is_open')}` : nobody
  return `${isChanged ? peopleOf({ ...recording, isChanged }) : ''}told as (
  select c.*, to_char(ceil_second(c.updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as stamp,
    array['company:' || c.company_id, 'staff:' || c.company_id]
      -- Readers are not notified of their own read.
      || case when c.event = 'RESPONSE_READ' then '{}' else array['user:' || c.asker_id] end
      || ${involved} as entitled,
    ${involved} as involved, ${mayLose ? `coalesce(l.keys, '{}') || ${expertsIf('c.was_open and not c.is_open')}` : nobody} as lost
  from changed c${
    isChanged
      ? `
    left join (${keysOf('entitled_people')}) e on e.question_id = c.id`
      : ''
  }${
    mayLose
      ? `
    left join (${keysOf('lost_people')}) l on l.question_id = c.id`
      : ''
  }
), event as (
  insert into question_events (question_id, seq, company_id, type, actor_kind, actor_id, audience, detail, correlation_id, at)
  select t.id, t.version, t.company_id, t.event, t.actor_kind, t.actor_id, t.entitled, t.detail, t.correlation_id, t.now
  from told t where t.event <> 'OFFER_CLOSED'
  returning seq
), queued as materialized (
  ${queued}
), handed as (
  insert into outbox (company_id, jobs)
  ${outboxRow === 'per-company' ? `select company_id, jsonb_agg(j) from queued, jsonb_array_elements(jobs) j group by company_id` : `select company_id, jobs from queued where jobs <> '[]'`}
  ${furtherJobs ? `union all select company_id, jobs from ${furtherJobs}` : ''}
  returning id, key, jobs
)`
}

const nobody = `'{}'::text[]`

/** Returns SQL of the key of the experts to whom an open question is listed. */
const expertsIf = (condition: string) =>
  `case when ${condition} then array['experts:' || c.company_id] else ${nobody} end`

/** Returns the parts of a WITH that find the experts and agents with a right to the questions, and those who lost it. */
const peopleOf = ({
  isChanged,
  closedOffers,
  joined,
  keepsRights,
}: Recording & Required<Pick<Recording, 'isChanged'>>): string => `${
  closedOffers
    ? `closings as (
  select question_id, expert_id from ${closedOffers}
), `
    : ''
}entitled_people as (
  select c.id as question_id, c.holder_id as person_id from changed c where c.holder_id is not null
  union select r.question_id, r.author_id from responses r
    where ${isChanged('r.question_id')} and r.type in ('EXPERT', 'AGENT')
  union select o.question_id, o.expert_id from offers o
    where ${isChanged('o.question_id')} and o.status || '' = 'pending'
      ${closedOffers ? 'and not exists (select 1 from closings x where x.question_id = o.question_id and x.expert_id = o.expert_id)' : ''}
  ${joined ? `union select question_id, person_id from ${joined}` : ''}
), ${
  keepsRights
    ? ''
    : `lost_people as (
  (${closedOffers ? 'select question_id, expert_id as person_id from closings union ' : ''}select id as question_id, former_holder_id as person_id from changed
    where former_holder_id is not null)
  except select question_id, person_id from entitled_people
), `
}`

const keysOf = (people: string) => `select p.question_id, array_agg('user:' || p.person_id) as keys
      from ${people} p join changed c on c.id = p.question_id where p.person_id <> c.asker_id group by p.question_id`

const changedJob = (
  type: string,
  audience: string,
  inbox: string,
) => `jsonb_build_object('job', 'question-changed', 'payload',
    jsonb_strip_nulls(jsonb_build_object('questionId', t.id, 'version', t.version, 'type', ${type}, 'lastUpdated', t.stamp,
      'correlationId', t.correlation_id, 'traceparent', t.traceparent, 'audience', to_jsonb(${audience}), 'inbox', to_jsonb(${inbox}))))`

const agentsToo = `case when t.with_agents then array['staff:' || t.company_id] else '{}' end`

// A wave ends other offers without being an offer to their experts: they hear that theirs is closed. For the same reason a new
// question, which has no subscribers yet, is told only to the agents whose queue it joins.
const queued = `select t.company_id, t.id as question_id, case
    when t.event = 'OFFER_CLOSED' then jsonb_build_array(${changedJob(`'OFFER_CLOSED'`, 't.lost', 't.lost')})
    when t.version = 1 and not t.with_agents then '[]'
    when t.event = 'QUESTION_OFFERED' then jsonb_build_array(${changedJob('t.event', 't.entitled', 't.involved')})
      || case when t.lost = '{}' then '[]' else jsonb_build_array(${changedJob(`'OFFER_CLOSED'`, 't.lost', 't.lost')}) end
    else jsonb_build_array(${changedJob('t.event', 't.entitled || t.lost', `t.involved || t.lost || ${agentsToo}`)})
  end || t.jobs as jobs
  from told t`
