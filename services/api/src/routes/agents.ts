import { InboxQuestionView, limits, MessageView, Paging, QuestionHistoryView, QuestionView } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { addAgentMessage, releaseAsAgent, resolveByAgent, takeAsAgent } from '@askline/domain/questions/agents'
import { closeQuestion } from '@askline/domain/questions/settle'
import { viewHistory } from '@askline/domain/views/history'
import { listAgentQueue } from '@askline/domain/views/inbox'
import { viewAddedMessage } from '@askline/domain/views/written'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { actOnQuestion, showQuestion } from '../act-on-question.ts'
import { asAgent, asExpertOrAgent, readerOf } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { requiredField } from '../http/request-faults.ts'
import { principalOf } from '../http/request-state.ts'
import { answers } from '../http/response-schema.ts'
import { questionIdOf } from '../repeated-ids.ts'
import { Email, externalIdFields, Metadata, Name, Page, Path, repeatedIds, Text, Uuid } from './fields.ts'

const agentNames = {
  agentEmail: Type.Optional(Email('The e-mail address of the agent. Required for an integration.')),
  agentName: Type.Optional(Name('The name of the agent. Required if the address is new.')),
}

/** Routes of agents: rerouted and flagged questions, and questions taken back from an expert. */
export const agentRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, gate, externalIds } = context
    const { publicUrl } = context.config

    app.route({
      ...gate('getAgentQueue'),
      schema: {
        querystring: Page,
        response: answers(Type.Object({ questions: Type.Array(InboxQuestionView), paging: Paging })),
      },
      handler: async (request) => {
        const { limit = limits.pageSize, cursor } = request.query
        const found = await inCompany(db, principalOf(request).companyId, (tx) =>
          listAgentQueue(tx, readerOf(request, ''), { limit, cursor }, publicUrl),
        )
        return { questions: found.questions, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...gate('addAgentMessage'),
      schema: {
        body: Type.Object({
          ...agentNames,
          ...externalIdFields,
          questionUuid: Uuid,
          text: Text,
          metadata: Type.Optional(Metadata),
        }),
        response: answers(MessageView, 201),
      },
      handler: async (request, reply) => {
        const { body } = request
        const me = principalOf(request)
        const by = asAgent(request, body)
        if (me.kind === 'integration' && body.agentName === undefined) {
          throw requiredField('agentName', 'An integration must send the e-mail address of the agent.')
        }
        const ids = await externalIds(me, body)
        const { text, metadata } = body
        const questionId = body.questionUuid.toLowerCase()
        return actOnQuestion(context, request, reply, {
          status: 201,
          by,
          change: (agent) => addAgentMessage(agent, { questionId, text, metadata, externalIds: ids }),
          shows: (done, agent) => ({ is: 'written', view: () => viewAddedMessage(done, agent, publicUrl) }),
        })
      },
    })

    app.route({
      ...gate('getHistory'),
      schema: { params: Path, response: answers(QuestionHistoryView) },
      handler: (request) => {
        const questionId = request.params.uuid.toLowerCase()
        return inCompany(db, principalOf(request).companyId, async (tx) =>
          viewHistory(tx, await asExpertOrAgent(request)(tx), questionId),
        )
      },
    })

    const moves = { takeAsAgent, releaseAsAgent, resolveByAgent, closeByAgent: closeQuestion }
    for (const operation of ['takeAsAgent', 'releaseAsAgent', 'resolveByAgent', 'closeByAgent'] as const) {
      app.route({
        ...gate(operation),
        schema: {
          params: Path,
          body: Type.Object({ ...agentNames, ...repeatedIds }),
          response: answers(QuestionView),
        },
        handler: (request, reply) => {
          const questionId = questionIdOf(request)
          return actOnQuestion(context, request, reply, {
            by: asAgent(request, request.body),
            change: (agent) => moves[operation](agent, { questionId }),
            shows: showQuestion,
          })
        },
      })
    }
  }
