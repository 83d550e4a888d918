import { AuditEntryView, auditActions, auditOutcomes, limits, Paging } from '@askline/contracts'
import { readReport, type Tx } from '@askline/db'
import { type AuditFilter, listActs } from '@askline/domain/access/audit'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { stringify } from 'csv-stringify/sync'
import { type Static, Type } from 'typebox'
import type { RouteContext } from '../../context.ts'
import { forAdmins } from '../../http/callers.ts'
import { protectiveHeaders } from '../../http/headers.ts'
import { principalOf } from '../../http/request-state.ts'
import { DateQuery, pageFields, readDate, Uuid } from '../fields.ts'

const filters = {
  action: Type.Optional(Type.Enum(auditActions)),
  outcome: Type.Optional(Type.Enum(auditOutcomes)),
  actorUuid: Type.Optional(Uuid),
  targetId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.nameLength,
      description: 'The id of the person or object that the act changed.',
    }),
  ),
  from: DateQuery('Start of the period, included.'),
  to: DateQuery('End of the period, excluded.'),
}
const Filters = Type.Object(filters)

function readFilter({ action, outcome, actorUuid, targetId, from, to }: Static<typeof Filters>) {
  return {
    action,
    outcome,
    actorId: actorUuid?.toLowerCase(),
    targetId,
    from: from === undefined ? undefined : readDate(from, 'query.from'),
    to: to === undefined ? undefined : readDate(to, 'query.to'),
  }
}

/** Reads the newest acts, at most `limits.auditExport`. */
async function readActs(tx: Tx, companyId: string, filter: Omit<AuditFilter, 'limit' | 'cursor'>) {
  const acts: AuditEntryView[] = []
  for (let cursor: string | null | undefined; cursor !== null && acts.length < limits.auditExport; ) {
    const { entries, nextCursor } = await listActs(tx, companyId, { ...filter, limit: 1_000, cursor })
    acts.push(...entries)
    cursor = nextCursor
  }
  return acts
}

/** Returns acts as CSV. A program that opens it runs no formula, because clients choose the user agent and the correlation id. */
const formatActs = (acts: AuditEntryView[]): string =>
  stringify(
    acts.map(({ actor, fields, ...act }) => ({
      ...act,
      actor: actor.kind,
      actorUuid: actor.uuid,
      fields: fields.join(' '),
    })),
    { header: true, columns, escape_formulas: true, record_delimiter: '\r\n' },
  )

const columns = [
  ...['id', 'date', 'action', 'outcome', 'reason', 'actor', 'actorUuid', 'targetId', 'fields', 'address', 'userAgent'],
  'correlationId',
]

/** Routes of the audit log, for admins. */
export const auditRoutes =
  ({ db, endpoint }: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      ...endpoint({
        name: 'listAudit',
        method: 'GET',
        path: '/admin/audit',
        ...forAdmins,
        summary: 'List the audit log, newest first',
        query: Type.Object({ ...pageFields, ...filters }),
        answer: Type.Object({ entries: Type.Array(AuditEntryView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const filter = { ...readFilter(request.query), limit, cursor }
        const found = await readReport(db, companyId, (tx) => listActs(tx, companyId, filter))
        return { entries: found.entries, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: 'exportAudit',
        method: 'GET',
        path: '/admin/audit/csv',
        ...forAdmins,
        summary: 'Export the audit log as CSV, newest first',
        description: `The filters are those of the list. A file has at most ${limits.auditExport.toLocaleString('en')} entries; use \`to\` for older ones. Cells that a spreadsheet could run as a formula get an apostrophe in front.`,
        query: Type.Object(filters),
        answer: Type.String({ description: 'CSV with a header line (RFC 4180).' }),
        answerType: 'text/csv',
        errors: {},
      }),
      handler: async (request, reply) => {
        const { companyId } = principalOf(request)
        const acts = await readReport(db, companyId, (tx) => readActs(tx, companyId, readFilter(request.query)))
        return reply
          .headers({ ...protectiveHeaders, 'cache-control': 'no-store' })
          .header('content-disposition', 'attachment; filename="audit.csv"')
          .type('text/csv; charset=utf-8')
          .serializer((text: string) => text)
          .send(formatActs(acts))
      },
    })
  }
