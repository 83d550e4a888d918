import { QuestionView } from '@askline/contracts'
import { inCompany, readCompany, together } from '@askline/db'
import type { Actor } from '@askline/domain/actors'
import { NotFoundError } from '@askline/domain/errors'
import { isSetAway, noteReading } from '@askline/domain/people/activity'
import { findPerson } from '@askline/domain/people/find-person'
import { viewQuestionAndVersion } from '@askline/domain/views/find'
import { mayPoll } from '@askline/domain/views/freshness'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { assertSelf, readerOf } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { forReaders } from '../http/callers.ts'
import { etagOf, isShown, revalidated } from '../http/etags.ts'
import { principalOf } from '../http/request-state.ts'
import { Email, LastChecked, readDate } from './fields.ts'

const Query = Type.Object({
  lastChecked: Type.Optional(LastChecked),
  userEmail: Type.Optional(
    Email('The e-mail address of the asker, for an integration. A question of another asker is then 404.'),
  ),
})

/**
 * The hottest path: most polls find nothing new. Concurrent polls share one statement that reads stamps and versions. A 304
 * builds no view and opens no transaction.
 */
export const questionPollRoutes =
  ({ config, db, freshness, endpoint }: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      ...endpoint({
        name: 'getQuestion',
        method: 'GET',
        path: '/questions/:uuid',
        of: 'question',
        ...forReaders,
        summary: 'Return a question, or 304 if nothing changed',
        description:
          'If routing set an expert to AWAY after missed offers, reading an offered or open question sets them to AVAILABLE. Requests with `lastChecked` or `If-None-Match` do not.',
        versioned: true,
        query: Query,
        answer: QuestionView,
        errors: {},
      }),
      handler: async (request, reply) => {
        const { uuid } = request.params
        const since =
          request.query.lastChecked === undefined ? undefined : readDate(request.query.lastChecked, 'query.lastChecked')
        const me = principalOf(request)
        if (request.query.userEmail !== undefined && me.kind !== 'integration')
          await inCompany(db, me.companyId, (tx) => assertSelf(tx, me, request.query.userEmail))
        const found = await freshness.find(uuid)
        const reader = found && readerOf(request, found.askerId)
        const may = reader ? mayPoll(found, reader) : false
        if (!found || !reader || may === false) throw new NotFoundError('question', uuid)
        if (request.query.userEmail !== undefined)
          await assertAskedBy(request, request.query.userEmail, found.askerId, uuid)

        const isSame = isUnchanged(found, reader.kind, since, request.headers['if-none-match'])
        // A 304 has it too, because it renews what is stored (RFC 9110 §15.4.5).
        reply.headers(revalidated)
        if (isSame && may === true) return reply.code(304).header('etag', etagOf(found.version, reader.kind)).send()

        // For an expert who is neither asker nor holder, only the view decides whether they may see the question.
        // Its three statements read the same snapshot.
        // A request without a condition is a person's look. Programs that wait for a change send one.
        const isLook = since === undefined && request.headers['if-none-match'] === undefined
        const [{ view, version }, isAway] = await readCompany(db, found.companyId, (tx) =>
          together(
            viewQuestionAndVersion(tx, reader, uuid, config.publicUrl),
            isLook && reader.kind === 'expert' ? isSetAway(tx, reader.userId) : Promise.resolve(false),
          ),
        )
        if (isAway && reader.kind === 'expert')
          await inCompany(db, found.companyId, (tx) => noteReading(tx, reader, uuid))
        reply.header('etag', etagOf(version, reader.kind))
        return isSame ? reply.code(304).send() : view
      },
    })

    async function assertAskedBy(request: FastifyRequest, email: string, askerId: string, questionId: string) {
      const { companyId } = principalOf(request)
      const person = await inCompany(db, companyId, (tx) => findPerson(tx, companyId, email))
      if (person?.userId !== askerId) throw new NotFoundError('question', questionId)
    }
  }

/** Decides by the ETag that the client shows, if any, because it names exactly what the client has; else by the date. */
function isUnchanged(
  found: { updatedAt: Date; version: number },
  viewer: Actor['kind'],
  since: Date | undefined,
  shown: string | undefined,
): boolean {
  if (shown !== undefined) return isShown(shown, etagOf(found.version, viewer))
  return since !== undefined && found.updatedAt <= since
}
