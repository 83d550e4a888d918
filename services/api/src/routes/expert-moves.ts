import { limits, QuestionView, ResponseView } from '@askline/contracts'
import type { Tx } from '@askline/db'
import { relabelQuestion } from '@askline/domain/learning/relabel'
import { claimQuestion, declineQuestion, releaseQuestion, renewLease } from '@askline/domain/questions/claim'
import { escalateQuestion } from '@askline/domain/questions/reroute'
import { markAsResolved, respond } from '@askline/domain/questions/respond'
import { viewOwnResponse } from '@askline/domain/views/find'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { act, thenViewQuestion } from '../act.ts'
import { asExpert, type PersonActor } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { warnOfLength } from '../conversation-warning.ts'
import { principalOf } from '../http/request-state.ts'
import { answers, Done } from '../http/response-schema.ts'
import { assertAgrees, questionIdOf } from '../repeated-ids.ts'
import { externalIdFields, Metadata, Path, Reason, repeatedIds, Text, Uuid } from './fields.ts'

const fence = {
  fence: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: 'The fence of the claim, from `claim.fence` of the question.',
    }),
  ),
}
const Bare = Type.Object(repeatedIds)
const Relabel = Type.Object({
  ...repeatedIds,
  class: Type.String({
    minLength: 1,
    maxLength: limits.nameLength,
    pattern: '\\S',
    description: 'The class of the question, as in training files. `out_of_scope` means no class.',
  }),
})
const Relabelled = Type.Object({ uuid: Uuid, class: Type.String() })
const WithReason = Type.Object({ ...repeatedIds, reason: Type.Optional(Reason) })

type Command = (tx: Tx, expert: PersonActor, questionId: string) => Promise<unknown>

/** Moves of experts: claim, release, decline, answer, escalate. */
export const expertMoveRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { gate, externalIds } = context
    const { publicUrl } = context.config

    /** Makes a move that returns only the question's uuid, because the expert may no longer see the question. */
    function moveUnseen(request: FastifyRequest, reply: FastifyReply, questionId: string, move: Command) {
      return act(context, request, reply, {
        by: asExpert(request),
        work: async (tx, expert) => {
          await move(tx, expert, questionId)
          return { uuid: questionId }
        },
      })
    }

    app.route({
      ...gate('claimQuestion'),
      schema: { params: Path, body: Bare, response: answers(QuestionView) },
      handler: (request, reply) => {
        const questionId = questionIdOf(request)
        return act(context, request, reply, {
          by: asExpert(request),
          work: thenViewQuestion(context, questionId, (tx, expert) => claimQuestion(tx, expert, { questionId })),
        })
      },
    })

    app.route({
      ...gate('renewLease'),
      schema: { params: Path, body: Bare, response: answers(Done) },
      handler: (request, reply) =>
        moveUnseen(request, reply, questionIdOf(request), (tx, expert, questionId) =>
          renewLease(tx, expert, { questionId }),
        ),
    })

    app.route({
      ...gate('relabelQuestion'),
      schema: { params: Path, body: Relabel, response: answers(Relabelled) },
      handler: (request, reply) => {
        const questionId = questionIdOf(request)
        return act(context, request, reply, {
          by: asExpert(request),
          work: (tx, expert) => relabelQuestion(tx, expert, { questionId, class: request.body.class }),
        })
      },
    })

    app.route({
      ...gate('relabelAsAdmin'),
      schema: { params: Path, body: Relabel, response: answers(Relabelled) },
      handler: (request, reply) => {
        const questionId = questionIdOf(request)
        const { id: userId } = principalOf(request)
        return act(context, request, reply, {
          by: asExpert(request),
          audit: 'question_relabelled',
          work: (tx, { companyId }) =>
            relabelQuestion(tx, { kind: 'agent', userId, companyId }, { questionId, class: request.body.class }),
        })
      },
    })

    app.route({
      ...gate('releaseQuestion'),
      schema: { params: Path, body: Bare, response: answers(Done) },
      handler: (request, reply) =>
        moveUnseen(request, reply, questionIdOf(request), (tx, expert, questionId) =>
          releaseQuestion(tx, expert, { questionId }),
        ),
    })

    app.route({
      ...gate('declineQuestion'),
      schema: { params: Path, body: WithReason, response: answers(Done) },
      handler: (request, reply) =>
        moveUnseen(request, reply, questionIdOf(request), (tx, expert, questionId) =>
          declineQuestion(tx, expert, { questionId, reason: request.body.reason }),
        ),
    })

    app.route({
      ...gate('escalateQuestion'),
      schema: { params: Path, body: WithReason, response: answers(Done) },
      handler: (request, reply) =>
        moveUnseen(request, reply, questionIdOf(request), (tx, expert, questionId) =>
          escalateQuestion(tx, expert, { questionId, reason: request.body.reason }),
        ),
    })

    app.route({
      ...gate('respond'),
      schema: {
        params: Path,
        body: Type.Object({
          ...repeatedIds,
          ...fence,
          ...externalIdFields,
          text: Text,
          metadata: Type.Optional(Metadata),
        }),
        response: answers(ResponseView, 201),
      },
      handler: async (request, reply) => {
        const { body } = request
        const questionId = questionIdOf(request)
        const ids = await externalIds(principalOf(request), body)
        return act(context, request, reply, {
          status: 201,
          by: asExpert(request),
          work: async (tx, expert) => {
            const answer = { questionId, text: body.text, fence: body.fence, externalIds: ids, metadata: body.metadata }
            const { view, length } = await respond(tx, expert, answer, (added) =>
              viewOwnResponse(tx, expert, added, publicUrl),
            )
            warnOfLength(request, length)
            return view
          },
        })
      },
    })

    app.route({
      ...gate('markAsResolved'),
      schema: { params: Path, body: Type.Object({ ...repeatedIds, ...fence }), response: answers(ResponseView) },
      handler: (request, reply) => {
        const { params, body } = request
        const responseId = params.uuid.toLowerCase()
        assertAgrees('uuid', body.uuid, responseId)
        assertAgrees('responseUuid', body.responseUuid, responseId)
        return act(context, request, reply, {
          by: asExpert(request),
          work: async (tx, expert) => {
            const { questionId } = await markAsResolved(tx, expert, { responseId, fence: body.fence })
            assertAgrees('questionUuid', body.questionUuid, questionId)
            return viewOwnResponse(tx, expert, { questionId, responseId }, publicUrl)
          },
        })
      },
    })
  }
