import type { AuditAction, AuditActorKind, AuditEntryView, AuditOutcome } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'
import { dateTime } from '../views/dates.ts'
import { numberAfter, type PageWish, pageOf } from '../views/page.ts'

/** Who administers or signs in, as the log remembers them: no name, no address. */
export type AuditActor = { kind: AuditActorKind; id?: string | undefined }

export type Act = {
  companyId: string
  action: AuditAction
  actor: AuditActor
  /** `success` when absent. */
  outcome?: AuditOutcome
  /** Why it failed: one word. */
  reason?: string
  /** The id of what was acted on. */
  targetId?: string
  correlationId?: string | undefined
}

/** Writes an act into the audit log, in the transaction of the act itself. */
export async function recordAct(tx: Tx, act: Act): Promise<void> {
  const { companyId, action, actor, outcome = 'success', reason, targetId, correlationId } = act
  const values = [companyId, action, outcome, reason, actor.kind, actor.id, targetId, correlationId]
  await tx.query(
    insertAct,
    values.map((value) => value ?? null),
  )
}

const insertAct: Statement = {
  name: 'insert-act',
  text: `insert into audit_log (company_id, action, outcome, reason, actor_kind, actor_id, target_id, correlation_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

/** Writes an act that concerns every company, as of the keys that sign all tokens, into the log of each. Needs `inSystem`. */
export async function recordActEverywhere(tx: Tx, act: Omit<Act, 'companyId' | 'correlationId'>): Promise<void> {
  const { action, actor, outcome = 'success', reason, targetId } = act
  const values = [action, outcome, reason, actor.kind, actor.id, targetId]
  await tx.query(
    insertActEverywhere,
    values.map((value) => value ?? null),
  )
}

const insertActEverywhere: Statement = {
  name: 'insert-act-everywhere',
  text: `insert into audit_log (company_id, action, outcome, reason, actor_kind, actor_id, target_id)
    select id, $1, $2, $3, $4, $5::uuid, $6 from companies`,
}

/**
 * Writes down that somebody came with a client id and a wrong secret, or with one that opens nothing any more: under the
 * company whose client it is. Nobody's client is no company's affair: then nothing is written. Needs `inSystem`.
 */
export async function recordWrongSecret(tx: Tx, clientId: string, correlationId: string): Promise<void> {
  await tx.query(insertWrongSecret, [clientId, correlationId])
}

const insertWrongSecret: Statement = {
  name: 'insert-wrong-secret',
  text: `insert into audit_log (company_id, action, outcome, reason, actor_kind, target_id, correlation_id)
    select company_id, case when user_id is null then 'token_issued' else 'sign_in' end, 'failure',
      case when revoked_at is null then 'wrong_secret' else 'revoked' end, 'nobody', client_id, $2
    from credentials where client_id = $1`,
}

export type AuditFilter = PageWish & { action?: AuditAction | undefined }

/** What was done in a company, newest first. Throws InvalidValueError for a cursor that is none. */
export async function listActs(
  tx: Tx,
  companyId: string,
  filter: AuditFilter,
): Promise<{ entries: AuditEntryView[]; nextCursor: string | null }> {
  const values = [companyId, numberAfter(filter), filter.action ?? null, filter.limit + 1]
  const rows = await tx.query<ActRow>(selectActs, values)
  const { page, nextCursor } = pageOf(rows, filter.limit, ({ id }) => id)
  return {
    entries: page.map((row) => ({
      id: String(row.id),
      date: dateTime(row.at),
      action: row.action,
      outcome: row.outcome,
      reason: row.reason,
      actor: { kind: row.actor_kind, uuid: row.actor_id },
      targetId: row.target_id,
      correlationId: row.correlation_id,
    })),
    nextCursor,
  }
}

type ActRow = {
  id: number
  at: Date
  action: AuditAction
  outcome: AuditOutcome
  reason: string | null
  actor_kind: AuditActorKind
  actor_id: string | null
  target_id: string | null
  correlation_id: string | null
}

const selectActs: Statement = {
  name: 'select-acts',
  text: `select id, at, action, outcome, reason, actor_kind, actor_id, target_id, correlation_id from audit_log
    where company_id = $1 and ($2::bigint is null or id < $2) and ($3::text is null or action = $3)
    order by id desc limit $4`,
}
