import { QuestionView } from '@askline/contracts'
import {
  closeQuestion,
  expireQuestion,
  InvalidValueError,
  isSystemOfCompany,
  rerouteQuestion,
  reviewMarkAsResolved,
} from '@askline/domain'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { asAsker, asAskerOrIntegration, asCloser } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { answers } from '../http/answers.ts'
import { moveQuestion } from '../move-question.ts'
import { questionIdOf } from '../repeated-ids.ts'
import { Path, Reason, repeatedIds, Slug, Uuid, userEmail } from './fields.ts'

/** The asker's, or the company's, moves on a whole question. Each answers with the question. */
export const questionMoveRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { gate } = context

    app.route({
      ...gate('rerouteQuestion'),
      schema: {
        params: Path,
        body: Type.Object({
          ...userEmail,
          ...repeatedIds,
          companyTag: Type.Optional(Slug("One of the question's `companies`.")),
          reason: Type.Optional(Reason),
        }),
        response: answers(QuestionView),
      },
      handler: (request, reply) => {
        const { body } = request
        const questionId = questionIdOf(request)
        const { companyTag, reason } = body
        return moveQuestion(context, request, reply, {
          questionId,
          by: asAsker(request, body),
          move: (tx, asker) => rerouteQuestion(tx, asker, { questionId, companyTag, reason }),
        })
      },
    })

    app.route({
      ...gate('reviewMarkAsResolved'),
      schema: {
        params: Path,
        body: Type.Object({
          ...userEmail,
          ...repeatedIds,
          confirm: Type.Boolean({ description: 'true approves, false rejects.' }),
          messageUuid: Type.Optional(Uuid),
        }),
        response: answers(QuestionView),
      },
      handler: (request, reply) => {
        const { body } = request
        const questionId = questionIdOf(request)
        const { confirm, messageUuid: messageId } = body
        return moveQuestion(context, request, reply, {
          questionId,
          by: asAsker(request, body),
          move: (tx, asker) => reviewMarkAsResolved(tx, asker, { questionId, confirm, messageId }),
        })
      },
    })

    app.route({
      ...gate('closeQuestion'),
      schema: {
        params: Path,
        body: Type.Object({
          ...userEmail,
          ...repeatedIds,
          integrationToken: Type.Optional(Slug("The public id of one of the company's systems. Not a secret.")),
        }),
        response: answers(QuestionView),
      },
      handler: (request, reply) => {
        const { body } = request
        const { integrationToken } = body
        const questionId = questionIdOf(request)
        return moveQuestion(context, request, reply, {
          questionId,
          by: asCloser(request, body, questionId),
          move: async (tx, actor) => {
            if (integrationToken !== undefined && !(await isSystemOfCompany(tx, actor.companyId, integrationToken))) {
              throw new InvalidValueError(
                'integration_unknown',
                'integrationToken',
                'known',
                'integrationToken is not the public id of a system of your company.',
              )
            }
            await closeQuestion(tx, actor, { questionId })
          },
        })
      },
    })

    app.route({
      ...gate('expireQuestion'),
      schema: { params: Path, body: Type.Object({ ...userEmail, ...repeatedIds }), response: answers(QuestionView) },
      handler: (request, reply) => {
        const questionId = questionIdOf(request)
        return moveQuestion(context, request, reply, {
          questionId,
          by: asAskerOrIntegration(request, request.body),
          move: (tx, actor) => expireQuestion(tx, actor, { questionId }),
        })
      },
    })
  }
