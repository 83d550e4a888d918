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
import { forWriters } from '../http/callers.ts'
import { exampleText } from '../http/example-values.ts'
import { moved } from '../http/refusals.ts'
import { assertAgrees } from '../repeated-ids.ts'
import { repeatedIds, Slug, Text, userEmail } from './fields.ts'

const decided = quickReplies.filter((reply) => reply === 'ACCEPTED' || reply === 'REJECTED')

type Named = { uuid?: string; responseUuid?: string; questionUuid?: string; userEmail?: string }
type Make = (asker: UserActor) => Change
type Command = (tx: Tx, asker: UserActor, responseId: string) => Promise<{ questionId: string }>

/** Moves of the asker on a response. Each returns the response. */
export const responseRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { endpoint } = context
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
      ...endpoint({
        name: 'acceptResponse',
        method: 'POST',
        path: '/responses/:uuid/accept',
        of: 'response',
        ...forWriters,
        summary: 'Accept a response as the answer',
        asAsker: true,
        body: Type.Object(base),
        answer: ResponseView,
        errors: { 400: [...moved, 'automatic_response'], 403: ['blocked'] },
      }),
      handler: (request, reply) => {
        const responseId = responseIdOf(request.params.uuid, request.body)
        return moveTogether(request, reply, request.body, responseId, (asker) => acceptResponse(asker, { responseId }))
      },
    })

    app.route({
      ...endpoint({
        name: 'rateResponse',
        method: 'POST',
        path: '/responses/:uuid/rate',
        of: 'response',
        ...forWriters,
        summary: 'Rate a response',
        asAsker: true,
        body: Type.Object({ ...base, rating: Slug("One of the question's `ratingSystem.values`.") }),
        answer: ResponseView,
        errors: { 400: [...moved, 'invalid_rating'], 403: ['blocked'] },
        sample: { body: { rating: 'POSITIVE_5' } },
      }),
      handler: (request, reply) =>
        move(request, reply, request.params.uuid, request.body, (tx, asker, responseId) =>
          rateResponse(tx, asker, { responseId, rating: request.body.rating }),
        ),
    })

    app.route({
      ...endpoint({
        name: 'markAsRead',
        method: 'POST',
        path: '/responses/:uuid/markAsRead',
        of: 'response',
        ...forWriters,
        summary: 'Mark all messages of a response as read',
        asAsker: true,
        body: Type.Object(base),
        answer: ResponseView,
        errors: { 400: moved, 403: ['blocked'] },
      }),
      handler: (request, reply) =>
        move(request, reply, request.params.uuid, request.body, (tx, asker, responseId) =>
          markAsRead(tx, asker, { responseId }),
        ),
    })

    app.route({
      ...endpoint({
        name: 'confirmAutoResponse',
        method: 'POST',
        path: '/responses/:uuid/confirmAutoResponse',
        of: 'response',
        ...forWriters,
        summary: 'Accept or reject an automatic response',
        asAsker: true,
        body: Type.Object({ ...base, quickReply: Type.Enum(decided) }),
        answer: ResponseView,
        errors: { 400: [...moved, 'not_automatic', 'already_decided'], 403: ['blocked'] },
        sample: { body: { quickReply: 'ACCEPTED' } },
      }),
      handler: (request, reply) =>
        move(request, reply, request.params.uuid, request.body, (tx, asker, responseId) =>
          confirmAutoResponse(tx, asker, { responseId, quickReply: request.body.quickReply }),
        ),
    })

    app.route({
      ...endpoint({
        name: 'addTestimonial',
        method: 'POST',
        path: '/responses/:uuid/testimonial',
        of: 'response',
        ...forWriters,
        summary: 'Add a testimonial',
        asAsker: true,
        body: Type.Object({ ...base, text: Text }),
        answer: ResponseView,
        errors: { 400: [...moved, 'testimonial_exists'], 403: ['blocked'] },
        sample: { body: { text: exampleText }, shown: { text: 'Quick and clear, thank you.' } },
      }),
      handler: (request, reply) => {
        const { text } = request.body
        const responseId = responseIdOf(request.params.uuid, request.body)
        return moveTogether(request, reply, request.body, responseId, (asker) =>
          addTestimonial(asker, { responseId, text }),
        )
      },
    })
  }
