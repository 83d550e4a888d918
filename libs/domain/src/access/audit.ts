import type { AuditAction, AuditActorKind, AuditEntryView, AuditOutcome } from '@askline/contracts'
import { auditLog, selectList, statement, type Tx, types } from '@askline/db'
import { dateTime } from '../format/dates.ts'
import { numberAfter, type PageWish, pageOf } from '../format/page.ts'
import type { CredentialBar } from './credentials.ts'

/** The actor of an entry: kind and id, never a name or address. */
export type AuditActor = { kind: AuditActorKind; id?: string | undefined }

/** The request that caused an act. Its client chooses everything but the address. */
export type Origin = { correlationId: string; address?: string | undefined; userAgent?: string | undefined }

export type Act = Partial<Origin> & {
  companyId: string
  action: AuditAction
  actor: AuditActor
  /** `success` if omitted. */
  outcome?: AuditOutcome
  /** The reason of a failure, as one word. */
  reason?: string
  /** The id of the object of the act. */
  targetId?: string
  /** Names of the members that the act changed. */
  fields?: string[]
}

/** Writes an act to the audit log, in the transaction of the act. */
export async function recordAct(tx: Tx, act: Act): Promise<void> {
  const { companyId, action, actor, outcome = 'success', reason, targetId, fields = [] } = act
  const ids = [actor.id ?? null, targetId ?? null] as const
  await tx.query(insertAct, [companyId, action, outcome, reason ?? null, actor.kind, ...ids, ...valuesOf(act), fields])
}

const valuesOf = ({ correlationId, address, userAgent }: Partial<Origin>) =>
  [correlationId ?? null, address ?? null, userAgent ?? null] as const
const originTypes = [types.nullable(types.text), types.nullable(types.text), types.nullable(types.text)] as const

const insertAct = statement({
  name: 'insert-act',
  params: [
    types.uuid,
    types.text,
    types.text,
    types.nullable(types.text),
    types.text,
    types.nullable(types.uuid),
    types.nullable(types.text),
    ...originTypes,
    types.array(types.text),
  ],
  text: `insert into audit_log (company_id, action, outcome, reason, actor_kind, actor_id, target_id, correlation_id, address,
      user_agent, fields)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
})

/** Writes an act that concerns every company, such as a key rotation, to the log of each. Needs a transaction of `inSystem`. */
export async function recordActEverywhere(
  tx: Tx,
  act: Omit<Act, 'companyId' | 'fields' | keyof Origin>,
): Promise<void> {
  const { action, actor, outcome = 'success', reason, targetId } = act
  await tx.query(insertActEverywhere, [action, outcome, reason ?? null, actor.kind, actor.id ?? null, targetId ?? null])
}

const insertActEverywhere = statement({
  name: 'insert-act-everywhere',
  params: [
    types.text,
    types.text,
    types.nullable(types.text),
    types.text,
    types.nullable(types.uuid),
    types.nullable(types.text),
  ],
  row: { id: auditLog.id },
  text: `insert into audit_log (company_id, action, outcome, reason, actor_kind, actor_id, target_id)
    select id, $1, $2, $3, $4, $5::uuid, $6 from companies returning id`,
})

/**
 * Writes a refused client authentication into the audit log of the client's company. Writes nothing if the client does not
 * exist. Needs a transaction of `inSystem`.
 */
export async function recordRefusedClient(
  tx: Tx,
  clientId: string,
  reason: 'wrong_secret' | CredentialBar,
  origin: Origin,
): Promise<void> {
  await tx.query(insertRefusedClient, [clientId, reason, ...valuesOf(origin)])
}

const insertRefusedClient = statement({
  name: 'insert-refused-client',
  params: [types.text, types.text, ...originTypes],
  row: { id: auditLog.id },
  text: `insert into audit_log (company_id, action, outcome, reason, actor_kind, target_id, correlation_id, address, user_agent)
    select company_id, case when user_id is null then 'token_issued' else 'sign_in' end, 'failure',
      case when revoked_at <= clock_timestamp() then 'revoked' else $2 end, 'nobody', client_id, $3, $4, $5
    from credentials where client_id = $1
    returning id`,
})

export type AuditFilter = PageWish & {
  action?: AuditAction | undefined
  outcome?: AuditOutcome | undefined
  actorId?: string | undefined
  targetId?: string | undefined
  /** At or after `from`, and before `to`. */
  from?: Date | undefined
  to?: Date | undefined
}

/** Returns the audit log of a company, newest first. Throws InvalidValueError for an invalid cursor. */
export async function listActs(
  tx: Tx,
  companyId: string,
  filter: AuditFilter,
): Promise<{ entries: AuditEntryView[]; nextCursor: string | null }> {
  const rows = await tx.query(selectActs, [
    companyId,
    numberAfter(filter),
    filter.action ?? null,
    filter.outcome ?? null,
    filter.actorId ?? null,
    filter.targetId ?? null,
    filter.from ?? null,
    filter.to ?? null,
    filter.limit + 1,
  ])
  const { page, nextCursor } = pageOf(rows, filter.limit, ({ id }) => id)
  return {
    entries: page.map((row) => ({
      id: String(row.id),
      date: dateTime(row.at),
      action: row.action,
      outcome: row.outcome,
      reason: row.reason,
      actor: { kind: row.actorKind, uuid: row.actorId },
      targetId: row.targetId,
      fields: row.fields,
      address: row.address,
      userAgent: row.userAgent,
      correlationId: row.correlationId,
    })),
    nextCursor,
  }
}

const actRow = {
  id: auditLog.id,
  at: auditLog.at,
  action: auditLog.action,
  outcome: auditLog.outcome,
  reason: auditLog.reason,
  actorKind: auditLog.actorKind,
  actorId: auditLog.actorId,
  targetId: auditLog.targetId,
  fields: auditLog.fields,
  address: auditLog.address,
  userAgent: auditLog.userAgent,
  correlationId: auditLog.correlationId,
}

const selectActs = statement({
  name: 'select-acts',
  params: [
    types.uuid,
    types.nullable(types.int),
    types.nullable(types.text),
    types.nullable(types.text),
    types.nullable(types.uuid),
    types.nullable(types.text),
    types.nullable(types.instant),
    types.nullable(types.instant),
    types.int,
  ],
  row: actRow,
  text: `select ${selectList(actRow, 'audit_log')} from audit_log
    where company_id = $1 and ($2::bigint is null or id < $2) and ($3::text is null or action = $3)
      and ($4::text is null or outcome = $4) and ($5::uuid is null or actor_id = $5)
      and ($6::text is null or target_id = $6)
      and ($7::timestamptz is null or at >= $7) and ($8::timestamptz is null or at < $8)
    order by id desc limit $9`,
})
