import { quickReplies, ResponseView } from '@askline/contracts'
import type { Tx } from '@askline/db'
import { confirmAutoResponse } from '@askline/domain/questions/auto-response'
import { addTestimonial, rateResponse } from '@askline/domain/questions/rate'
import { markAsRead } from '@askline/domain/questions/read'
import { acceptResponse } from '@askline/domain/questions/settle'
import { viewOwnResponse } from '@askline/domain/views/find'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { act } from '../act.ts'
import { asAsker, type UserActor } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { answers } from '../http/response-schema.ts'
import { assertAgrees } from '../repeated-ids.ts'
import { Path, repeatedIds, Slug, Text, userEmail } from './fields.ts'

const decided = quickReplies.filter((reply) => reply === 'ACCEPTED' || reply === 'REJECTED')

type Named = { uuid?: string; responseUuid?: string; questionUuid?: string; userEmail?: string }
/** Makes the move. A command that calls `read` itself returns its view, so that both share a round trip. */
type Command = (
  tx: Tx,
  asker: UserActor,
  responseId: string,
  read: (questionId: string) => Promise<ResponseView>,
) => Promise<{ questionId: string; view?: ResponseView }>

/** Moves of the asker on a response. Each returns the response. */
export const responseRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { gate } = context
    const base = { ...userEmail, ...repeatedIds }

    async function move(request: FastifyRequest, reply: FastifyReply, uuid: string, named: Named, command: Command) {
      const responseId = uuid.toLowerCase()
      assertAgrees('uuid', named.uuid, responseId)
      assertAgrees('responseUuid', named.responseUuid, responseId)
      return act(context, request, reply, {
        by: asAsker(request, named),
        work: async (tx, asker) => {
          const read = async (questionId: string) => {
            assertAgrees('questionUuid', named.questionUuid, questionId)
            return viewOwnResponse(tx, asker, { questionId, responseId }, context.config.publicUrl)
          }
          const { questionId, view } = await command(tx, asker, responseId, read)
          return view ?? read(questionId)
        },
      })
    }

    app.route({
      ...gate('acceptResponse'),
      schema: { params: Path, body: Type.Object(base), response: answers(ResponseView) },
      handler: (request, reply) =>
        move(request, reply, request.params.uuid, request.body, (tx, asker, responseId, read) =>
          acceptResponse(tx, asker, { responseId }, read),
        ),
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
      handler: (request, reply) =>
        move(request, reply, request.params.uuid, request.body, (tx, asker, responseId) =>
          addTestimonial(tx, asker, { responseId, text: request.body.text }),
        ),
    })
  }
