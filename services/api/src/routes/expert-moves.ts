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
import { forAdmins, forExperts } from '../http/callers.ts'
import { exampleAnswer, exampleText } from '../http/example-values.ts'
import { movedByExpert } from '../http/refusals.ts'
import { principalOf } from '../http/request-state.ts'
import { Done } from '../http/response-schema.ts'
import { assertAgrees, questionIdOf } from '../repeated-ids.ts'
import { externalIdFields, Metadata, Reason, repeatedIds, Text, Uuid } from './fields.ts'

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
    const { endpoint, externalIds } = context
    const { publicUrl } = context.config

    /** Makes a move that returns only the question's uuid, because the expert may no longer see the question. */
    const moveUnseen = (request: FastifyRequest, reply: FastifyReply, change: (expert: PersonActor) => Change) =>
      actOnQuestion(context, request, reply, { by: asExpert(request), change, shows: showUuid })

    app.route({
      ...endpoint({
        name: 'claimQuestion',
        method: 'POST',
        path: '/questions/:uuid/claim',
        of: 'question',
        ...forExperts,
        summary: 'Claim a question as an expert',
        description:
          'Only one of several concurrent calls succeeds; the others get 400 `already_claimed`. `error.takenBy` then names the expert who claimed it, if the caller could see the question until then.',
        body: Bare,
        answer: QuestionView,
        errors: { 400: [...movedByExpert, 'not_one_to_one'] },
      }),
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
      ...endpoint({
        name: 'renewLease',
        method: 'POST',
        path: '/questions/:uuid/composing',
        of: 'question',
        ...forExperts,
        summary: 'Report that the expert is writing, and renew the lease',
        body: Bare,
        answer: Done,
        errors: { 400: movedByExpert },
      }),
      handler: (request, reply) => {
        const questionId = questionIdOf(request)
        return moveUnseen(request, reply, (expert) => renewLease(expert, { questionId }))
      },
    })

    app.route({
      ...endpoint({
        name: 'relabelQuestion',
        method: 'POST',
        path: '/questions/:uuid/relabel',
        of: 'question',
        ...forExperts,
        summary: 'Correct the class of a question, so that the classifier learns it',
        body: Relabel,
        answer: Relabelled,
        errors: {},
        sample: { body: { class: 'pin' } },
      }),
      handler: (request, reply) => {
        const questionId = questionIdOf(request)
        return act(context, request, reply, {
          by: asExpert(request),
          work: (tx, expert) => relabelQuestion(tx, expert, { questionId, class: request.body.class }),
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'relabelAsAdmin',
        method: 'POST',
        path: '/admin/questions/:uuid/relabel',
        of: 'question',
        ...forAdmins,
        summary: 'Correct the class of a question, so that the classifier learns it',
        body: Relabel,
        answer: Relabelled,
        errors: {},
        sample: { body: { class: 'pin' } },
      }),
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
      ...endpoint({
        name: 'releaseQuestion',
        method: 'POST',
        path: '/questions/:uuid/release',
        of: 'question',
        ...forExperts,
        summary: 'Release a claim',
        body: Bare,
        answer: Done,
        errors: { 400: movedByExpert },
      }),
      handler: (request, reply) => {
        const questionId = questionIdOf(request)
        return moveUnseen(request, reply, (expert) => releaseQuestion(expert, { questionId }))
      },
    })

    app.route({
      ...endpoint({
        name: 'declineQuestion',
        method: 'POST',
        path: '/questions/:uuid/decline',
        of: 'question',
        ...forExperts,
        summary: 'Decline an offer',
        body: WithReason,
        answer: Done,
        errors: { 400: movedByExpert },
      }),
      handler: (request, reply) => {
        const questionId = questionIdOf(request)
        const { reason } = request.body
        return moveUnseen(request, reply, (expert) => declineQuestion(expert, { questionId, reason }))
      },
    })

    app.route({
      ...endpoint({
        name: 'escalateQuestion',
        method: 'POST',
        path: '/questions/:uuid/escalate',
        of: 'question',
        ...forExperts,
        summary: 'Escalate a question as an expert, first to another expert, then to agents',
        description:
          'If another expert could take the question now, it is released and offered to other experts for the second-opinion time of its category (`secondOpinionMs`, 3 minutes by default). The event is `QUESTION_RELEASED`. The question is then `UNRESOLVED` and not claimed, and an unanswered one shows NOTIFYING_EXPERTS_SYSTEM_MESSAGE again.\n\nIf no expert claims it in that time, or no other expert could take it, it is rerouted to agents with type `BY_EXPERT`. The event is `QUESTION_ESCALATED_BY_EXPERT`.',
        body: WithReason,
        answer: Done,
        errors: { 400: movedByExpert },
      }),
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
      ...endpoint({
        name: 'respond',
        method: 'POST',
        path: '/questions/:uuid/responses',
        of: 'question',
        ...forExperts,
        summary: 'Answer a question as an expert',
        body: Type.Object({
          ...repeatedIds,
          ...fence,
          ...externalIdFields,
          text: Text,
          metadata: Type.Optional(Metadata),
        }),
        answer: ResponseView,
        status: 201,
        errors: { 400: [...movedByExpert, 'already_responded', 'conversation_full'] },
        sample: { body: { text: exampleText }, shown: { text: exampleAnswer, fence: 3 } },
      }),
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
      ...endpoint({
        name: 'markAsResolved',
        method: 'POST',
        path: '/responses/:uuid/markAsResolved',
        of: 'response',
        ...forExperts,
        summary: 'Mark a question as resolved, as its expert',
        body: Type.Object({ ...repeatedIds, ...fence }),
        answer: ResponseView,
        errors: { 400: movedByExpert },
        sample: { shown: { fence: 3 } },
      }),
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
