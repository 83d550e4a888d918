import type { EventType, OfferStatus, OutboxJob, ResponseType, SystemMessageType } from '@askline/contracts'
import { type ColumnType, newId, outbox, statement, type Tx, types } from '@askline/db'
import { type Actor, actorId } from '../actors.ts'
import { systemTexts } from '../changes/system-texts.ts'
import { fold } from '../text/fold.ts'
import { clockOfQuestion, isOfCompany, quoted, withoutOpenRule } from './clauses.ts'
import { type ConversationLength, lengthColumns, lengthRow } from './conversation-limit.ts'
import { guardedUpdate } from './guarded-update.ts'
import type { Move } from './move-row.ts'
import { changedColumns, recordChanges } from './record-changes.ts'

export type NewMessage = {
  id: string
  responseId: string | null
  authorId: string | null
  authorKind: 'USER' | 'EXPERT' | 'AGENT' | 'AUTOMATIC'
  body: string
  externalIds?: { id: string; system: string }[] | undefined
  metadata?: Record<string, unknown> | undefined
}

/** The effects of one move on other tables, and its effects on the question that the table of moves does not list. */
export type Effects = {
  event: EventType
  adds: { type: SystemMessageType; responseId: string | null; untilPersonWrites?: true | undefined }[]
  response?: { id: string; type: ResponseType; authorId: string | null; quickReply?: 'PENDING' } | undefined
  messages?: NewMessage[] | undefined
  /** The new status of one expert's pending offer. If the expert takes an open question without an offer, one with it is added. */
  ownOffer?: { expertId: string; status: Exclude<OfferStatus, 'pending'>; reason?: string | undefined } | undefined
  /** An expert who is not offered the question again in its present round, unless `ownOffer` already says so. */
  leavesRound?: { expertId: string; status: 'declined' | 'timed_out'; reason: string } | undefined
  /** The expert who held the question before the move. */
  holderId: string | null
  /** Since when the question was open to all before the move; null if it was not. */
  openSince: Date | null
  /** Units of the holder's capacity that the question took before the move. */
  heldUnits: number
  /** The question was in the agents' queue before the move. */
  wasWithAgents: boolean
  /** Stored with the event: ids and words of the lists in contracts, never text. */
  detail?: Record<string, unknown> | undefined
  jobs: OutboxJob[]
}

/** `length`: how long the conversation is after a move that writes messages. */
type Made = { length?: ConversationLength }

type Given = { questionId: string; values: readonly unknown[]; actor: Actor; effects: Effects; messages: object[] }

/**
 * Returns a function that makes one kind of move. It is one statement: the guarded UPDATE of the question, and every consequence.
 * Writes system messages, a response and messages, offers, the expert's load, one event with its audience, and outbox rows. It has
 * only the parts that the move needs, because each part costs time even if it changes no row.
 * The function returns undefined, and has changed nothing, if the guard refused the move. It throws if the row lacks a needed part.
 */
export function moveStatement(name: string, move: Move) {
  if (move.ownOffer !== 'taken') return statementOf(name, move)
  const { where = 'true' } = move
  // Few questions are open to all, and the rule of those that are makes a statement twice as large.
  const offered = statementOf(name, { ...move, where: withoutOpenRule(where) }, 'offered')
  const open = statementOf(`${name}-open`, move)
  return (tx: Tx, given: Omit<Given, 'messages'>) => (given.effects.openSince ? open : offered)(tx, given)
}

/** `offered`: the statement is for questions that are not open to all. */
function statementOf(name: string, move: Move, only?: 'offered') {
  const { removes = [], values = [] } = move
  const endsOffers = move.offers !== undefined || move.ownOffer !== undefined
  const params: ColumnType<unknown>[] = [types.uuid, ...values]
  const readers: ((given: Given) => unknown)[] = []
  /** Adds a parameter with its reader. Returns its SQL. */
  const param = <Value>(type: ColumnType<Value>, read: (given: Given) => Value, cast = type.postgres[0]): string => {
    params.push(type)
    readers.push(read)
    return `$${params.length}::${cast}`
  }
  const [uuidOrNull, textOrNull] = [types.nullable(types.uuid), types.nullable(types.text)]
  const holder = move.keepsRights ? 'null::uuid' : param(uuidOrNull, ({ effects }) => effects.holderId)
  const openSince =
    move.keepsRights || only === 'offered'
      ? 'null::timestamptz'
      : param(types.nullable(types.instant), ({ effects }) => effects.openSince)

  const parts = [
    clockOfQuestion(`${move.set} ${move.where ?? ''}`),
    `changed as (
  ${guardedUpdate(move, {
    which: 'q.id = $1 and q.company_id = $company',
    returning: `${changedColumns({
      event: param(types.text, ({ effects }) => effects.event),
      with_agents: `(q.is_rerouted or q.status = 'FLAGGED' or ${param(types.boolean, ({ effects }) => effects.wasWithAgents)})`,
      former_holder_id: `case when q.holder_id is distinct from ${holder} then ${holder} end`,
      was_open: `${openSince} is not null`,
      actor_kind: param(types.text, ({ actor }) => actor.kind),
      actor_id: param(uuidOrNull, ({ actor }) => actorId(actor)),
      detail: param(types.nullable(types.jsonText), ({ effects }) =>
        effects.detail ? JSON.stringify(effects.detail) : null,
      ),
      correlation_id: param(textOrNull, ({ actor }) => actor.correlationId ?? null),
      traceparent: param(textOrNull, ({ actor }) => actor.traceparent ?? null),
      jobs: param(types.jsonText, ({ effects }) => JSON.stringify(effects.jobs)),
    })}, q.round, q.wave, q.units`,
  })}
)`,
  ]
  if (removes.length > 0) {
    parts.push(`removed as (
  delete from messages m using changed c where m.question_id = $1 and m.company_id = $company and m.type in (${quoted(removes)})
)`)
  }
  if (move.writes) {
    parts.push(`answered_by_writing as (
  delete from messages m using changed c where m.question_id = $1 and m.company_id = $company and m.type = 'MARK_AS_RESOLVED_MESSAGE'
    and m.detail is not null
)`)
  }
  if (move.responds) {
    const ofResponse = (read: (response: NonNullable<Effects['response']>) => string | null) => {
      return ({ effects: { response } }: Given) => (response ? read(response) : null)
    }
    const idOf = ofResponse(({ id }) => id)
    const typeOf = ofResponse(({ type }) => type)
    const authorOf = ofResponse(({ authorId }) => authorId)
    const replyOf = ofResponse(({ quickReply }) => quickReply ?? null)
    const id = param(uuidOrNull, idOf)
    const author = param(uuidOrNull, authorOf)
    parts.push(`new_response as (
  insert into responses (id, company_id, question_id, type, author_id, quick_reply, created_at, updated_at)
  select ${id}, c.company_id, c.id, ${param(textOrNull, typeOf)}, ${author}, ${param(textOrNull, replyOf)}, c.now, c.now
  from changed c where ${id} is not null
  returning id
), joined as (
  select $1::uuid as question_id, ${author} as person_id where ${author} is not null
)`)
  }
  parts.push(
    `added as (
  insert into messages (id, company_id, question_id, response_id, type, author_id, author_kind, body, folded, external_ids, metadata,
    detail, created_at, updated_at)
  select m.id, c.company_id, c.id, m."responseId", m.type, m."authorId", m."authorKind", m.body, coalesce(m.folded, ''),
    coalesce(m."externalIds", '[]'), m.metadata, m.detail, c.now, c.now
  from changed c, jsonb_to_recordset(${param(types.jsonText, ({ messages }) => JSON.stringify(messages))}) as m(id uuid, "responseId" uuid,
    type text, "authorId" uuid, "authorKind" text, body text, folded text, "externalIds" jsonb, metadata jsonb, detail jsonb)
  returning seq
)`,
  )
  if (endsOffers) {
    const own = move.ownOffer && param(uuidOrNull, ({ effects }) => effects.ownOffer?.expertId ?? null)
    const ownStatus = own && param(textOrNull, ({ effects }) => effects.ownOffer?.status ?? null)
    const others = move.offers ? `'${move.offers}'` : 'null'
    const ended = own
      ? `status = case when o.expert_id = ${own} then ${ownStatus} else ${others} end, closed_at = c.now,
    reason = case when o.expert_id = ${own} then ${param(textOrNull, ({ effects }) => effects.ownOffer?.reason ?? null)} else o.reason end`
      : `status = ${others}, closed_at = c.now`
    parts.push(`closed_offers as (
  update offers o set ${ended}
  from changed c
  where o.question_id = $1 and o.company_id = $company and o.status = 'pending'${move.offers ? '' : ` and o.expert_id = ${own}`}
  returning o.question_id, o.expert_id
)`)
    if (move.ownOffer === 'given up') {
      const leaver = param(uuidOrNull, ({ effects }) => effects.leavesRound?.expertId ?? null)
      parts.push(`left_round as (
  insert into offers (id, company_id, question_id, expert_id, round, wave, status, reason, closed_at)
  select ${param(types.uuid, () => newId())}, c.company_id, c.id, ${leaver}, c.round, 0, ${param(textOrNull, ({ effects }) => effects.leavesRound?.status ?? null)},
    ${param(textOrNull, ({ effects }) => effects.leavesRound?.reason ?? null)}, c.now from changed c
  where ${leaver} is not null and not exists (select 1 from closed_offers x where x.expert_id = ${leaver})
  returning id
)`)
    }
    if (move.ownOffer === 'taken' && only !== 'offered') {
      parts.push(`taken as (
  insert into offers (id, company_id, question_id, expert_id, round, wave, status, created_at, closed_at)
  select ${param(types.uuid, () => newId())}, c.company_id, c.id, ${own}, c.round, c.wave, ${ownStatus}, ${openSince}, c.now from changed c
  where ${openSince} is not null and ${own} is not null and not exists (select 1 from closed_offers x where x.expert_id = ${own})
  returning id
)`)
    }
  }
  const weighs = move.frees || move.turns
  if (weighs) {
    const units = param(types.int, ({ effects }) => effects.heldUnits, 'int')
    const [who, added] = move.frees ? [holder, `(0 - ${units})`] : ['c.holder_id', `(c.units - ${units})`]
    // Freed capacity drains the backlog if the company's heaviest question did not fit before: a question may wait for that room.
    parts.push(`weighed as (
  update experts e set load = greatest(e.load + ${added}, 0), changed_at = statement_timestamp() from changed c
  where e.user_id = ${who} and e.company_id = $company and ${added} <> 0
  returning e.company_id, e.capacity - e.load as room, e.capacity - e.load + ${added} as room_before
), drained as (
  select w.company_id, jsonb_build_array(jsonb_build_object('job', 'drain-backlog',
    'payload', jsonb_build_object('companyId', w.company_id))) as jobs
  from weighed w where w.room > greatest(w.room_before, 0) and w.room_before < coalesce((select max((k.settings ->> 'weight')::int)
    from categories k where k.company_id = $company), 1)
)`)
  }
  parts.push(
    recordChanges({
      isChanged: (column) => `${column} = $1 and ${isOfCompany(column)}`,
      ...(endsOffers ? { closedOffers: 'closed_offers' } : {}),
      ...(move.responds ? { joined: 'joined' } : {}),
      ...(weighs ? { furtherJobs: 'drained' } : {}),
      ...(move.keepsRights ? { keepsRights: true } : {}),
    }),
  )
  const made = statement({
    name: `move-${name}`,
    params,
    row: {
      id: types.nullable(outbox.id),
      key: types.nullable(outbox.key),
      jobs: types.nullable(outbox.jobs),
      ...lengthRow,
    },
    text: `
with ${parts.join(', ')}
select h.id, h.key, h.jobs, ${move.writes ? lengthColumns : 'null::int as messages, null::int as most'} from changed c left join handed h on true`,
  })

  return async (tx: Tx, { questionId, values, actor, effects }: Omit<Given, 'messages'>): Promise<Made | undefined> => {
    if (effects.response && !move.responds)
      throw new Error(`The move ${name} adds no response. Mark its row with responds.`)
    if ((effects.ownOffer && !move.ownOffer) || (effects.leavesRound && move.ownOffer !== 'given up')) {
      throw new Error(`The move ${name} ends no such offer of one expert. Mark its row with ownOffer.`)
    }
    const given = { questionId, values, actor, effects, messages: messagesOf(effects) }
    const rows = await tx.query(made, [questionId, ...values, ...readers.map((read) => read(given))])
    for (const { id, key, jobs } of rows)
      if (id !== null && key !== null && jobs !== null) tx.outgoing.push({ id, key, jobs })
    const [row] = rows
    if (!row) return undefined
    if (row.messages === null || row.most === null) return {}
    return { length: { messages: row.messages + (effects.messages?.length ?? 0), most: row.most } }
  }
}

const messagesOf = ({ messages = [], adds }: Effects): object[] => [
  ...messages.map((message) => ({ ...message, type: 'MESSAGE', folded: fold(message.body) })),
  ...adds.map(({ type, responseId, untilPersonWrites }) => ({
    id: newId(),
    responseId,
    type,
    ...(untilPersonWrites ? { detail: { untilPersonWrites } } : {}),
    authorId: null,
    authorKind: 'SYSTEM',
    body: systemTexts[type],
  })),
]
