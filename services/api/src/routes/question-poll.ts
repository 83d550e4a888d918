import { QuestionView } from '@askline/contracts'
import { inCompany, readCompany } from '@askline/db'
import { type Actor, findPerson, mayPoll, NotFoundError, viewQuestionAndVersion } from '@askline/domain'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { mustBeSelf, readerOf } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { answers } from '../http/answers.ts'
import { principalOf } from '../http/request-state.ts'
import { Email, LastChecked, Path, readLastChecked } from './fields.ts'

const Query = Type.Object({
  lastChecked: Type.Optional(LastChecked),
  userEmail: Type.Optional(Email("An integration may name the user who looks: another's question is then not found.")),
})

/**
 * The hottest path: most polls find nothing new. All polls of a moment share one statement on Postgres that reads stamps
 * and versions; a 304 builds nothing and opens no transaction.
 */
export const questionPollRoutes =
  ({ config, db, freshness, gate }: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      ...gate('getQuestion'),
      schema: { params: Path, querystring: Query, response: answers(QuestionView) },
      handler: async (request, reply) => {
        const { uuid } = request.params
        const since = request.query.lastChecked === undefined ? undefined : readLastChecked(request.query.lastChecked)
        const me = principalOf(request)
        if (request.query.userEmail !== undefined && me.kind !== 'integration')
          await inCompany(db, me.companyId, (tx) => mustBeSelf(tx, me, request.query.userEmail))
        const found = await freshness.find(uuid)
        const reader = found && readerOf(request, found.askerId)
        const may = reader ? mayPoll(found, reader) : false
        if (!found || !reader || may === false) throw new NotFoundError('question', uuid)
        if (request.query.userEmail !== undefined)
          await mustBeAskers(request, request.query.userEmail, found.askerId, uuid)

        const isSame = isUnchanged(found, reader.kind, since, request.headers['if-none-match'])
        // A 304 has it, too: it renews what is stored (RFC 9110, 15.4.5).
        reply.header('cache-control', 'private, no-cache')
        if (isSame && may === true) return reply.code(304).header('etag', etagOf(found.version, reader.kind)).send()

        // An expert who is neither asker nor holder: only the whole view can tell whether they may know of it.
        // Read as of one moment: row, responses and messages are three statements.
        const { view, version } = await readCompany(db, found.companyId, (tx) =>
          viewQuestionAndVersion(tx, reader, uuid, config.publicUrl),
        )
        reply.header('etag', etagOf(version, reader.kind))
        return isSame ? reply.code(304).send() : view
      },
    })

    async function mustBeAskers(request: FastifyRequest, email: string, askerId: string, questionId: string) {
      const { companyId } = principalOf(request)
      const person = await inCompany(db, companyId, (tx) => findPerson(tx, companyId, email))
      if (person?.userId !== askerId) throw new NotFoundError('question', questionId)
    }
  }

const etagOf = (version: number, viewer: Actor['kind']) => `W/"${version}-${viewer}"`

/** An ETag the client shows decides where there is one: it names exactly what the client has. */
function isUnchanged(
  found: { updatedAt: Date; version: number },
  viewer: Actor['kind'],
  since: Date | undefined,
  shown: string | undefined,
): boolean {
  if (shown !== undefined) {
    const etag = etagOf(found.version, viewer)
    return shown === etag || shown.split(',').some((one) => isSameTag(one.trim(), etag))
  }
  return since !== undefined && found.updatedAt <= since
}

/** Weak comparison (RFC 9110, 8.8.3.2); `*` is any. */
const isSameTag = (shown: string, etag: string) => shown === '*' || shown === etag || `W/${shown}` === etag
