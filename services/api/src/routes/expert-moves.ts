import { limits, QuestionView, ResponseView } from '@askline/contracts'
import type { Change } from '@askline/domain/changes/change'
import { relabelQuestion } from '@askline/domain/learning/relabel'
import { claimQuestion, declineQuestion, releaseQuestion, renewLease } from '@askline/domain/questions/claim'
import { lengthAfter } from '@askline/domain/questions/conversation-limit'
import { escalateQuestion } from '@askline/domain/questions/reroute'
import { markAsResolved, respond } from '@askline/domain/questions/respond'
import { viewAddedResponse } from '@askline/domain/views/written'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { act } from '../act.ts'
import { actOnQuestion, showQuestion, showUuid } from '../act-on-question.ts'
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

/** Moves of experts: claim, release, decline, answer, escalate. */
export const expertMoveRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { gate, externalIds } = context
    const { publicUrl } = context.config

    /** Makes a move that returns only the question's uuid, because the expert may no longer see the question. */
    const moveUnseen = (request: FastifyRequest, reply: FastifyReply, change: (expert: PersonActor) => Change) =>
      actOnQuestion(context, request, reply, { by: asExpert(request), change, shows: showUuid })

    app.route({
      ...gate('claimQuestion'),
      schema: { params: Path, body: Bare, response: answers(QuestionView) },
      handler: (request, reply) => {
        const questionId = questionIdOf(request)
        return actOnQuestion(context, request, reply, {
          by: asExpert(request),
          change: (expert) => claimQuestion(expert, { questionId }),
          shows: showQuestion,
        })
      },
    })

    app.route({
      ...gate('renewLease'),
      schema: { params: Path, body: Bare, response: answers(Done) },
      handler: (request, reply) => {
        const questionId = questionIdOf(request)
        return moveUnseen(request, reply, (expert) => renewLease(expert, { questionId }))
      },
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
      handler: (request, reply) => {
        const questionId = questionIdOf(request)
        return moveUnseen(request, reply, (expert) => releaseQuestion(expert, { questionId }))
      },
    })

    app.route({
      ...gate('declineQuestion'),
      schema: { params: Path, body: WithReason, response: answers(Done) },
      handler: (request, reply) => {
        const questionId = questionIdOf(request)
        const { reason } = request.body
        return moveUnseen(request, reply, (expert) => declineQuestion(expert, { questionId, reason }))
      },
    })

    app.route({
      ...gate('escalateQuestion'),
      schema: { params: Path, body: WithReason, response: answers(Done) },
      handler: (request, reply) => {
        const questionId = questionIdOf(request)
        return act(context, request, reply, {
          by: asExpert(request),
          work: async (tx, expert) => {
            await escalateQuestion(tx, expert, { questionId, reason: request.body.reason })
            return { uuid: questionId }
          },
        })
      },
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
        const answer = { questionId, text: body.text, fence: body.fence, externalIds: ids, metadata: body.metadata }
        return actOnQuestion(context, request, reply, {
          status: 201,
          by: asExpert(request),
          change: (expert) => respond(expert, answer),
          shows: (done, expert) => {
            warnOfLength(request, lengthAfter(done.facts))
            return { is: 'written', view: () => viewAddedResponse(done, expert, publicUrl) }
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
        return actOnQuestion(context, request, reply, {
          by: asExpert(request),
          change: (expert) => markAsResolved(expert, { responseId, fence: body.fence }),
          shows: ({ after: { id: questionId } }) => {
            assertAgrees('questionUuid', body.questionUuid, questionId)
            return { is: 'response', questionId, responseId }
          },
        })
      },
    })
  }
