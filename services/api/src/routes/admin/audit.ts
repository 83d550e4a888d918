import { AuditEntryView, auditActions, auditOutcomes, limits, Paging } from '@askline/contracts'
import { readReport } from '@askline/db'
import { listActs } from '@askline/domain/access/audit'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { RouteContext } from '../../context.ts'
import { answers } from '../../http/answers.ts'
import { principalOf } from '../../http/request-state.ts'
import { DateQuery, pageFields, readDate, Uuid } from '../fields.ts'

/** Routes of the audit log, for admins. */
export const auditRoutes =
  ({ db, gate }: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      ...gate('listAudit'),
      schema: {
        querystring: Type.Object({
          ...pageFields,
          action: Type.Optional(Type.Enum(auditActions)),
          outcome: Type.Optional(Type.Enum(auditOutcomes)),
          actorUuid: Type.Optional(Uuid),
          from: DateQuery('Recorded at or after it.'),
          to: DateQuery('Recorded before it.'),
        }),
        response: answers(Type.Object({ entries: Type.Array(AuditEntryView), paging: Paging })),
      },
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, actorUuid, from, to, ...wanted } = request.query
        const filter = {
          ...wanted,
          limit,
          actorId: actorUuid?.toLowerCase(),
          from: from === undefined ? undefined : readDate(from, 'from'),
          to: to === undefined ? undefined : readDate(to, 'to'),
        }
        const found = await readReport(db, companyId, (tx) => listActs(tx, companyId, filter))
        return { entries: found.entries, paging: { limit, nextCursor: found.nextCursor } }
      },
    })
  }
