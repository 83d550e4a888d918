import type { AuditAction } from '@askline/contracts'
import type { Tx } from '@askline/db'
import { recordAct } from '@askline/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { act } from './act.ts'
import type { PersonActor } from './actors.ts'
import type { Context } from './context.ts'
import { principalOf } from './http/request-state.ts'
import { mustAgree } from './repeated-ids.ts'

export type AdministrativeAct<T> = {
  action: AuditAction
  status?: 200 | 201
  inEveryCompany?: boolean
  /** Yields the data of the answer, which is stored where the request has an Idempotency-Key: it must hold no secret. */
  work: (tx: Tx, companyId: string) => Promise<T>
}

/** Makes an administrative act and writes it into the audit log, in one transaction. */
export async function administer<T extends { uuid: string }>(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { action, work, ...move }: AdministrativeAct<T>,
): Promise<object> {
  const { id, companyId } = principalOf(request)
  const admin: PersonActor = { kind: 'agent', userId: id, companyId, correlationId: request.id }
  return act(context, request, reply, {
    ...move,
    by: async () => admin,
    work: async (tx) => {
      const data = await work(tx, companyId)
      const actor = { kind: 'admin', id } as const
      await recordAct(tx, { companyId, action, actor, targetId: data.uuid, correlationId: request.id })
      return data
    },
  })
}

/** The id of the path; a uuid repeated in the body must agree with it. */
export function uuidOf({ params, body }: { params: { uuid: string }; body: { uuid?: string } }): string {
  mustAgree('uuid', body.uuid, params.uuid)
  return params.uuid.toLowerCase()
}
