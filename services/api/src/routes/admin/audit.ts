import { AuditEntryView, auditActions, limits, Paging } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { listActs } from '@askline/domain/access/audit'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { RouteContext } from '../../context.ts'
import { answers } from '../../http/answers.ts'
import { principalOf } from '../../http/request-state.ts'
import { pageFields } from '../fields.ts'

/** Routes of the audit log, for admins. */
export const auditRoutes =
  ({ db, gate }: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      ...gate('listAudit'),
      schema: {
        querystring: Type.Object({ ...pageFields, action: Type.Optional(Type.Enum(auditActions)) }),
        response: answers(Type.Object({ entries: Type.Array(AuditEntryView), paging: Paging })),
      },
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor, action } = request.query
        const found = await inCompany(db, companyId, (tx) => listActs(tx, companyId, { limit, cursor, action }))
        return { entries: found.entries, paging: { limit, nextCursor: found.nextCursor } }
      },
    })
  }
