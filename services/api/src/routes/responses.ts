import { quickReplies, ResponseView } from '@askline/contracts'
import type { Tx } from '@askline/db'
import type { Change } from '@askline/domain/changes/change'
import { confirmAutoResponse } from '@askline/domain/questions/auto-response'
import { addTestimonial, rateResponse } from '@askline/domain/questions/rate'
import { markAsRead } from '@askline/domain/questions/read'
import { acceptResponse } from '@askline/domain/questions/settle'
import { viewOwnResponse } from '@askline/domain/views/find'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { act } from '../act.ts'
import { actOnQuestion } from '../act-on-question.ts'
import { asAsker, type UserActor } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { answers } from '../http/response-schema.ts'
import { assertAgrees } from '../repeated-ids.ts'
import { Path, repeatedIds, Slug, Text, userEmail } from './fields.ts'

const decided = quickReplies.filter((reply) => reply === 'ACCEPTED' || reply === 'REJECTED')

type Named = { uuid?: string; responseUuid?: string; questionUuid?: string; userEmail?: string }
type Make = (asker: UserActor) => Change
type Command = (tx: Tx, asker: UserActor, responseId: string) => Promise<{ questionId: string }>

/** Moves of the asker on a response. Each returns the response. */
export const responseRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { gate } = context
    const base = { ...userEmail, ...repeatedIds }

    function responseIdOf(uuid: string, named: Named): string {
      const responseId = uuid.toLowerCase()
      assertAgrees('uuid', named.uuid, responseId)
      assertAgrees('responseUuid', named.responseUuid, responseId)
      return responseId
    }

    function moveTogether(
      request: FastifyRequest,
      reply: FastifyReply,
      named: Named,
      responseId: string,
      change: Make,
    ) {
      return actOnQuestion(context, request, reply, {
        by: asAsker(request, named),
        change,
        shows: ({ after: { id: questionId } }) => {
          assertAgrees('questionUuid', named.questionUuid, questionId)
          return { is: 'response', questionId, responseId }
        },
      })
    }

    function move(request: FastifyRequest, reply: FastifyReply, uuid: string, named: Named, command: Command) {
      const responseId = responseIdOf(uuid, named)
      return act(context, request, reply, {
        by: asAsker(request, named),
        work: async (tx, asker) => {
          const { questionId } = await command(tx, asker, responseId)
          assertAgrees('questionUuid', named.questionUuid, questionId)
          return viewOwnResponse(tx, asker, { questionId, responseId }, context.config.publicUrl)
        },
      })
    }

    app.route({
      ...gate('acceptResponse'),
      schema: { params: Path, body: Type.Object(base), response: answers(ResponseView) },
      handler: (request, reply) => {
        const responseId = responseIdOf(request.params.uuid, request.body)
        return moveTogether(request, reply, request.body, responseId, (asker) => acceptResponse(asker, { responseId }))
      },
    })

    app.route({
      ...gate('rateResponse'),
      schema: {
        params: Path,
        body: Type.Object({ ...base, rating: Slug("One of the question's `ratingSystem.values`.") }),
        response: answers(ResponseView),
      },
      handler: (request, reply) =>
        move(request, reply, request.params.uuid, request.body, (tx, asker, responseId) =>
          rateResponse(tx, asker, { responseId, rating: request.body.rating }),
        ),
    })

    app.route({
      ...gate('markAsRead'),
      schema: { params: Path, body: Type.Object(base), response: answers(ResponseView) },
      handler: (request, reply) =>
        move(request, reply, request.params.uuid, request.body, (tx, asker, responseId) =>
          markAsRead(tx, asker, { responseId }),
        ),
    })

    app.route({
      ...gate('confirmAutoResponse'),
      schema: {
        params: Path,
        body: Type.Object({ ...base, quickReply: Type.Enum(decided) }),
        response: answers(ResponseView),
      },
      handler: (request, reply) =>
        move(request, reply, request.params.uuid, request.body, (tx, asker, responseId) =>
          confirmAutoResponse(tx, asker, { responseId, quickReply: request.body.quickReply }),
        ),
    })

    app.route({
      ...gate('addTestimonial'),
      schema: { params: Path, body: Type.Object({ ...base, text: Text }), response: answers(ResponseView) },
      handler: (request, reply) => {
        const { text } = request.body
        const responseId = responseIdOf(request.params.uuid, request.body)
        return moveTogether(request, reply, request.body, responseId, (asker) =>
          addTestimonial(asker, { responseId, text }),
        )
      },
    })
  }
