import type { OutboxJob } from '@askline/contracts'
import { experts, messages, offers, questions, responses, statement, type Tx, types } from '@askline/db'
import { type Actor, actorId } from '../actors.ts'
import type { Audience } from './audience.ts'
import type { Decision } from './change.ts'
import { loadOf, type State } from './state.ts'

/** A decided change, and everything that follows from it. */
export type Made = {
  actor: Actor
  /** The question before the change; undefined for a new one. */
  before: State | undefined
  after: State
  /** The company's time of the change. */
  at: Date
  decision: Decision
  audience: Audience
  jobs: OutboxJob[]
}

// Statements over lists: one of each kind for all changes of a transaction. In psql: `prepare p(…) as <text>`, then `explain execute p(…)`.

/** The columns of a question that changes write, with their types. A record set gives null for a column that the JSON lacks. */
const columns = `version int, "updatedAt" timestamptz, "changedAt" timestamptz, status text, turn text, "isRerouted" boolean,
      "rerouteType" text, "reroutedAt" timestamptz, "rerouteReason" text, "closedAt" timestamptz, "numResponses" int,
      "firstResponseAt" timestamptz, language text, languages text[], "predictedClass" text, "firstOfferedAt" timestamptz,
      "expertsAvailable" int, "promisedMs" int, "holderId" uuid, fence int, units int, wave int, round int, "openToAllAt" timestamptz,
      "openLanguage" text, "openRequirement" jsonb, "widensAt" timestamptz, "opinionOf" uuid, "expiresAt" timestamptz,
      "waveDueAt" timestamptz, "leaseDueAt" timestamptz, "promptDueAt" timestamptz, "escalationDueAt" timestamptz,
      "approvalDueAt" timestamptz, "silenceDueAt" timestamptz, "holdDueAt" timestamptz, "expiryDueAt" timestamptz,
      "opinionDueAt" timestamptz`

/** The array of ids lets Postgres read the questions by their key, although it does not know how many the record set has. */
const writeAll = statement({
  name: 'write-changes',
  params: [types.array(types.uuid), types.jsonText, types.jsonText, types.jsonText, types.jsonText, types.instant],
  row: {
    said: types.nullable(types.json<{ id: string; seq: number }[]>()),
    handed: types.nullable(types.json<{ id: number; key: string }>()),
  },
  text: `with moved as (
    update questions q set version = n.version, updated_at = n."updatedAt", changed_at = n."changedAt", status = n.status, turn = n.turn,
      is_rerouted = n."isRerouted", reroute_type = n."rerouteType", rerouted_at = n."reroutedAt", reroute_reason = n."rerouteReason",
      closed_at = n."closedAt", num_responses = n."numResponses", first_response_at = n."firstResponseAt", language = n.language,
      languages = n.languages, predicted_class = n."predictedClass", first_offered_at = n."firstOfferedAt",
      experts_available = n."expertsAvailable", promised_ms = n."promisedMs", holder_id = n."holderId", fence = n.fence, units = n.units,
      wave = n.wave, round = n.round, open_to_all_at = n."openToAllAt", open_language = n."openLanguage",
      open_requirement = n."openRequirement", widens_at = n."widensAt", opinion_of = n."opinionOf", expires_at = n."expiresAt",
      wave_due_at = n."waveDueAt", lease_due_at = n."leaseDueAt", prompt_due_at = n."promptDueAt", escalation_due_at = n."escalationDueAt",
      approval_due_at = n."approvalDueAt", silence_due_at = n."silenceDueAt", hold_due_at = n."holdDueAt", expiry_due_at = n."expiryDueAt",
      opinion_due_at = n."opinionDueAt"
    from jsonb_to_recordset($2::jsonb) as n(id uuid, was int, ${columns})
    where q.company_id = $company and q.id = any($1::uuid[]) and q.id = n.id and q.version = n.was
  ), said as (
    insert into messages (id, company_id, question_id, response_id, type, author_id, author_kind, body, folded, external_ids, metadata,
      detail, created_at, updated_at)
    select n.id, $company, n."questionId", n."responseId", n.type, n."authorId", n."authorKind", n.body, coalesce(n.folded, ''),
      coalesce(n."externalIds", '[]'), n.metadata, n.detail, $6, $6
    from jsonb_to_recordset($3::jsonb) as n(id uuid, "questionId" uuid, "responseId" uuid, type text, "authorId" uuid, "authorKind" text,
      body text, folded text, "externalIds" jsonb, metadata jsonb, detail jsonb)
    returning id, seq
  ), told as (
    insert into question_events (question_id, seq, company_id, type, actor_kind, actor_id, audience, detail, correlation_id, at)
    select n."questionId", n.seq, $company, n.type, n."actorKind", n."actorId", n.audience, n.detail, n."correlationId", $6
    from jsonb_to_recordset($4::jsonb) as n("questionId" uuid, seq int, type text, "actorKind" text, "actorId" uuid, audience text[],
      detail jsonb, "correlationId" text)
    returning seq
  ), handed as (
    insert into outbox (company_id, jobs) select $company, $5::jsonb where $5::jsonb <> '[]'
    returning id, key
  )
  select (select json_agg(said) from said) as said, (select row_to_json(handed) from handed) as handed`,
})

const rewriteQuestions = statement({
  name: 'rewrite-questions',
  params: [types.array(types.uuid), types.jsonText],
  row: { id: questions.id },
  text: `update questions q set text = n.text, subject = n.subject, folded = n.folded, metadata = coalesce(n.metadata, q.metadata)
    from jsonb_to_recordset($2::jsonb) as n(id uuid, text text, subject text, folded text, metadata jsonb)
    where q.company_id = $company and q.id = any($1::uuid[]) and q.id = n.id
    returning q.id`,
})

const removeMessages = statement({
  name: 'remove-messages',
  params: [types.array(types.uuid)],
  row: { id: messages.id },
  text: 'delete from messages where company_id = $company and id = any($1::uuid[]) returning id',
})

const addResponses = statement({
  name: 'add-responses',
  params: [types.jsonText, types.instant],
  row: { id: responses.id },
  text: `insert into responses (id, company_id, question_id, type, author_id, quick_reply, created_at, updated_at)
    select n.id, $company, n."questionId", n.type, n."authorId", n."quickReply", $2, $2
    from jsonb_to_recordset($1::jsonb) as n(id uuid, "questionId" uuid, type text, "authorId" uuid, "quickReply" text)
    returning id`,
})

const changeResponses = statement({
  name: 'change-responses',
  params: [types.array(types.uuid), types.jsonText, types.instant],
  row: { id: responses.id },
  text: `update responses r set is_accepted = coalesce(n."isAccepted", r.is_accepted),
      accepted_at = case when n."isAccepted" then $3 else r.accepted_at end,
      rating = coalesce(n.rating, r.rating), rating_system = coalesce(n."ratingSystem", r.rating_system),
      rated_at = case when n.rating is not null then $3 else r.rated_at end,
      quick_reply = coalesce(n."quickReply", r.quick_reply), knowledge_id = coalesce(n."knowledgeId", r.knowledge_id),
      updated_at = next_stamp(r.updated_at, $3)
    from jsonb_to_recordset($2::jsonb) as n(id uuid, "isAccepted" boolean, rating text, "ratingSystem" jsonb, "quickReply" text,
      "knowledgeId" uuid)
    where r.company_id = $company and r.id = any($1::uuid[]) and r.id = n.id
    returning r.id`,
})

const closeOffers = statement({
  name: 'close-offers',
  params: [types.array(types.uuid), types.jsonText, types.instant],
  row: { id: offers.id },
  text: `update offers o set status = n.status, closed_at = $3,
      reason = case when n."hasReason" then n.reason else o.reason end
    from jsonb_to_recordset($2::jsonb) as n(id uuid, status text, reason text, "hasReason" boolean)
    where o.company_id = $company and o.id = any($1::uuid[]) and o.id = n.id
    returning o.id`,
})

const addOffers = statement({
  name: 'add-offers',
  params: [types.jsonText],
  row: { id: offers.id },
  text: `insert into offers (id, company_id, question_id, expert_id, round, wave, status, reason, due_at, score, reasons, created_at,
      closed_at)
    select n.id, $company, n."questionId", n."expertId", n.round, n.wave, n.status, n.reason, n."dueAt", n.score, n.reasons,
      n."createdAt", n."closedAt"
    from jsonb_to_recordset($1::jsonb) as n(id uuid, "questionId" uuid, "expertId" uuid, round int, wave int, status text, reason text,
      "dueAt" timestamptz, score float8, reasons text[], "createdAt" timestamptz, "closedAt" timestamptz)
    returning id`,
})

const updateExperts = statement({
  name: 'update-experts',
  params: [types.array(types.uuid), types.array(types.int), types.array(types.int), types.array(types.boolean)],
  row: { id: experts.userId },
  text: `update experts e set load = greatest(e.load + n.units, 0), number_of_answers = e.number_of_answers + n.answers,
      missed_offers = case when n.works then 0 else e.missed_offers end,
      last_active_at = case when n.works then statement_timestamp() else e.last_active_at end,
      changed_at = statement_timestamp()
    from unnest($1::uuid[], $2::int[], $3::int[], $4::boolean[]) as n(id, units, answers, works)
    where e.company_id = $company and e.user_id = any($1::uuid[]) and e.user_id = n.id
    returning e.user_id as id`,
})

/**
 * Writes decided changes of one company. Returns the numbers of the new messages by their ids. The statements share a round trip.
 */
export async function writeChanges(
  tx: Tx,
  made: Made[],
  furtherJobs: OutboxJob[],
): Promise<ReadonlyMap<string, number>> {
  const [first] = made
  if (!first) return new Map()
  const { at: now } = first
  const listOf = <Item extends object>(items: (decision: Decision) => readonly Item[]) =>
    made.flatMap(({ after, decision }) => items(decision).map((item) => ({ ...item, questionId: after.id })))
  const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)

  const removed = made.flatMap(({ decision }) => decision.removes)
  if (removed.length > 0) tx.send(removeMessages, [removed])
  const rewritten = made.flatMap(({ after, decision }) => (decision.text ? [{ id: after.id, ...decision.text }] : []))
  if (rewritten.length > 0) tx.send(rewriteQuestions, [idsOf(rewritten), JSON.stringify(rewritten)])
  const added = listOf(({ response }) => (response ? [response] : []))
  if (added.length > 0) tx.send(addResponses, [JSON.stringify(added), now])
  const answered = listOf(({ answers }) => answers)
  if (answered.length > 0) tx.send(changeResponses, [idsOf(answered), JSON.stringify(answered), now])
  const closed = listOf(({ closes }) => closes).map((offer) => ({ ...offer, hasReason: offer.reason !== undefined }))
  if (closed.length > 0) tx.send(closeOffers, [idsOf(closed), JSON.stringify(closed), now])
  const offered = listOf(({ offers: all }) => all)
  if (offered.length > 0) tx.send(addOffers, [JSON.stringify(offered)])
  const desks = [...desksOf(made)]
  if (desks.length > 0) {
    tx.send(updateExperts, [
      desks.map(([id]) => id),
      desks.map(([, desk]) => desk.units),
      desks.map(([, desk]) => desk.answers),
      desks.map(([, desk]) => desk.works),
    ])
  }
  const jobs = [...made.flatMap((one) => one.jobs), ...furtherJobs]
  const moved = made.flatMap(({ before, after, decision }) =>
    !before || (after.version === before.version && Object.keys(decision.set).length === 0)
      ? []
      : [{ ...after, was: before.version }],
  )
  const said = listOf(({ adds }) => adds)
  const events = made.flatMap(eventOf)
  if (moved.length + said.length + events.length + jobs.length === 0) return new Map()
  const [written] = await tx.query(writeAll, [
    idsOf(moved),
    JSON.stringify(moved),
    JSON.stringify(said),
    JSON.stringify(events),
    JSON.stringify(jobs),
    now,
  ])
  if (written?.handed) tx.outgoing.push({ ...written.handed, jobs })
  return new Map(written?.said?.map(({ id, seq }) => [id, seq]))
}

function eventOf({ actor, decision, after, audience }: Made) {
  const { event: type, detail } = decision
  if (type === undefined || type === 'OFFER_CLOSED') return []
  return [
    {
      questionId: after.id,
      seq: after.version,
      type,
      actorKind: actor.kind,
      actorId: actorId(actor),
      audience: audience.entitled,
      detail,
      correlationId: actor.correlationId,
    },
  ]
}

type Desk = { units: number; answers: number; works: boolean }

/** Returns what changes for experts: units of their load, answers, and whether they work. */
export function desksOf(made: Pick<Made, 'before' | 'decision' | 'after'>[]): ReadonlyMap<string, Desk> {
  const desks = new Map<string, Desk>()
  const add = (expertId: string, change: Partial<Desk>) => {
    const { units, answers, works } = desks.get(expertId) ?? { units: 0, answers: 0, works: false }
    desks.set(expertId, {
      units: units + (change.units ?? 0),
      answers: answers + (change.answers ?? 0),
      works: works || (change.works ?? false),
    })
  }
  for (const { before, decision, after } of made) {
    const [was, now] = [before && loadOf(before), loadOf(after)]
    if (was) add(was.expertId, { units: -was.units })
    if (now) add(now.expertId, { units: now.units })
    if (decision.works) add(decision.works.expertId, { answers: decision.works.answers, works: true })
  }
  return new Map([...desks].filter(([, { units, answers, works }]) => units !== 0 || answers !== 0 || works))
}
