import { QuestionView } from '@askline/contracts'
import type { Tx } from '@askline/db'
import {
  type Actor,
  closeQuestion,
  expireQuestion,
  InvalidValueError,
  isSystemOfCompany,
  rerouteQuestion,
  reviewMarkAsResolved,
  viewQuestion,
} from '@askline/domain'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act } from '../act.ts'
import { asAsker, asAskerOrIntegration } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { answers } from '../http/answers.ts'
import { questionIdOf } from '../repeated-ids.ts'
import { Path, Reason, repeatedIds, Slug, Uuid, userEmail } from './fields.ts'

/** The asker's, or the company's, moves on a whole question. Each answers with the question. */
export const questionMoveRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, gate } = context
    const seenBy = (actor: Actor) => (tx: Tx, questionId: string) =>
      viewQuestion(tx, actor, questionId, config.publicUrl)

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
        return act(context, request, reply, {
          by: asAsker(request, body),
          work: async (tx, asker) => {
            await rerouteQuestion(tx, asker, { questionId, companyTag: body.companyTag, reason: body.reason })
            return seenBy(asker)(tx, questionId)
          },
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
        return act(context, request, reply, {
          by: asAsker(request, body),
          work: async (tx, asker) => {
            await reviewMarkAsResolved(tx, asker, { questionId, confirm: body.confirm, messageId: body.messageUuid })
            return seenBy(asker)(tx, questionId)
          },
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
        return act(context, request, reply, {
          by: asAskerOrIntegration(request, body),
          work: async (tx, actor) => {
            if (integrationToken !== undefined && !(await isSystemOfCompany(tx, actor.companyId, integrationToken))) {
              throw new InvalidValueError(
                'integration_unknown',
                'integrationToken',
                'known',
                'integrationToken is not the public id of a system of your company.',
              )
            }
            await closeQuestion(tx, actor, { questionId })
            return seenBy(actor)(tx, questionId)
          },
        })
      },
    })

    app.route({
      ...gate('expireQuestion'),
      schema: { params: Path, body: Type.Object({ ...userEmail, ...repeatedIds }), response: answers(QuestionView) },
      handler: (request, reply) => {
        const questionId = questionIdOf(request)
        return act(context, request, reply, {
          by: asAskerOrIntegration(request, request.body),
          work: async (tx, actor) => {
            await expireQuestion(tx, actor, { questionId })
            return seenBy(actor)(tx, questionId)
          },
        })
      },
    })
  }
