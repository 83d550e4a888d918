import type { AuditAction } from '@askline/contracts'
import type { Tx } from '@askline/db'
import { recordAct } from '@askline/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actWithAside } from './act.ts'
import type { PersonActor } from './actors.ts'
import type { Context } from './context.ts'
import { principalOf } from './http/request-state.ts'
import { mustAgree } from './repeated-ids.ts'

type How = { action: AuditAction; status?: 200 | 201; inEveryCompany?: boolean }
export type AdministrativeAct<T> = How & {
  /** Yields the data of the answer, which is stored where the request has an Idempotency-Key: it must hold no secret. */
  work: (tx: Tx, companyId: string) => Promise<T>
}
type AdministrativeActWithAside<T, Aside> = How & {
  /** As of `AdministrativeAct`; `aside` is stored nowhere. */
  work: (tx: Tx, companyId: string) => Promise<{ data: T; aside: Aside }>
}

/** Makes an administrative act and writes it into the audit log, in one transaction. */
export async function administer<T extends { uuid: string }>(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { work, ...how }: AdministrativeAct<T>,
): Promise<object> {
  const { data } = await administerWithAside(context, request, reply, {
    ...how,
    work: async (tx, companyId) => ({ data: await work(tx, companyId), aside: undefined }),
  })
  return data
}

/** As `administer`. There is an `aside` only where it was done now, not where an earlier answer is given again. */
export async function administerWithAside<T extends { uuid: string }, Aside>(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { action, work, ...how }: AdministrativeActWithAside<T, Aside>,
): Promise<{ data: object; aside?: Aside }> {
  const { id, companyId } = principalOf(request)
  const admin: PersonActor = { kind: 'agent', userId: id, companyId, correlationId: request.id }
  return actWithAside(context, request, reply, {
    ...how,
    by: async () => admin,
    work: async (tx) => {
      const made = await work(tx, companyId)
      const actor = { kind: 'admin', id } as const
      await recordAct(tx, { companyId, action, actor, targetId: made.data.uuid, correlationId: request.id })
      return made
    },
  })
}

/** The id of the path; a uuid repeated in the body must agree with it. */
export function uuidOf({ params, body }: { params: { uuid: string }; body: { uuid?: string } }): string {
  mustAgree('uuid', body.uuid, params.uuid)
  return params.uuid.toLowerCase()
}
