import { QuestionView } from '@askline/contracts'
import { isSystemOfCompany } from '@askline/domain/access/systems'
import { makeChange } from '@askline/domain/changes/make-changes'
import { InvalidValueError } from '@askline/domain/errors'
import { rerouteQuestion } from '@askline/domain/questions/reroute'
import { closeQuestion, expireQuestion, reviewMarkAsResolved } from '@askline/domain/questions/settle'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act, thenViewQuestion } from '../act.ts'
import { actOnQuestion, showQuestion } from '../act-on-question.ts'
import { asAsker, asAskerOrIntegration, asCloser } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { forWriters } from '../http/callers.ts'
import { moved } from '../http/refusals.ts'
import { questionIdOf } from '../repeated-ids.ts'
import { Reason, repeatedIds, Slug, Uuid, userEmail } from './fields.ts'

/** Moves of the asker or the company on a question. Each returns the question. */
export const questionMoveRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { endpoint } = context

    app.route({
      ...endpoint({
        name: 'rerouteQuestion',
        method: 'POST',
        path: '/questions/:uuid/reroute',
        of: 'question',
        ...forWriters,
        summary: 'Reroute a question to agents, as its asker',
        asAsker: true,
        body: Type.Object({
          ...userEmail,
          ...repeatedIds,
          companyTag: Type.Optional(Slug("One of the question's `companies`.")),
          reason: Type.Optional(Reason),
        }),
        answer: QuestionView,
        errors: { 400: [...moved, 'company_tag_unknown'], 403: ['blocked'] },
        sample: { shown: { reason: 'I would like to speak to a person of the bank.' } },
      }),
      handler: (request, reply) => {
        const { body } = request
        const questionId = questionIdOf(request)
        const { companyTag, reason } = body
        return actOnQuestion(context, request, reply, {
          by: asAsker(request, body),
          change: (asker) => rerouteQuestion(asker, { questionId, companyTag, reason }),
          shows: showQuestion,
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'reviewMarkAsResolved',
        method: 'POST',
        path: '/questions/:uuid/reviewMarkAsResolved',
        of: 'question',
        ...forWriters,
        summary: "Approve or reject an expert's mark-as-resolved, as the asker",
        asAsker: true,
        body: Type.Object({
          ...userEmail,
          ...repeatedIds,
          confirm: Type.Boolean({ description: 'true approves; false rejects.' }),
          messageUuid: Type.Optional(Uuid),
        }),
        answer: QuestionView,
        errors: { 400: [...moved, 'no_prompt_open'], 403: ['blocked'] },
        sample: { body: { confirm: true } },
      }),
      handler: (request, reply) => {
        const { body } = request
        const questionId = questionIdOf(request)
        const { confirm, messageUuid: messageId } = body
        return act(context, request, reply, {
          by: asAsker(request, body),
          work: thenViewQuestion(context, questionId, (tx, asker) =>
            reviewMarkAsResolved(tx, asker, { questionId, confirm, messageId }),
          ),
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'closeQuestion',
        method: 'POST',
        path: '/questions/:uuid/close',
        of: 'question',
        ...forWriters,
        summary: 'Close a question',
        asAsker: true,
        body: Type.Object({
          ...userEmail,
          ...repeatedIds,
          integrationToken: Type.Optional(Slug("The public id of one of the company's systems. It is not a secret.")),
        }),
        answer: QuestionView,
        errors: { 400: [...moved, 'integration_unknown'], 403: ['blocked'] },
      }),
      handler: (request, reply) => {
        const { body } = request
        const { integrationToken } = body
        const questionId = questionIdOf(request)
        return act(context, request, reply, {
          by: asCloser(request, body, questionId),
          work: thenViewQuestion(context, questionId, async (tx, actor) => {
            if (integrationToken !== undefined && !(await isSystemOfCompany(tx, actor.companyId, integrationToken))) {
              throw new InvalidValueError(
                'integration_unknown',
                'integrationToken',
                'known',
                'integrationToken is not the public id of a system of your company.',
              )
            }
            await makeChange(tx, closeQuestion(actor, { questionId }))
          }),
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'expireQuestion',
        method: 'POST',
        path: '/questions/:uuid/expire',
        of: 'question',
        ...forWriters,
        summary: 'Expire a question',
        asAsker: true,
        body: Type.Object({ ...userEmail, ...repeatedIds }),
        answer: QuestionView,
        errors: { 400: moved, 403: ['blocked'] },
      }),
      handler: (request, reply) => {
        const questionId = questionIdOf(request)
        return actOnQuestion(context, request, reply, {
          by: asAskerOrIntegration(request, request.body),
          change: (actor) => expireQuestion(actor, { questionId }),
          shows: showQuestion,
        })
      },
    })
  }
