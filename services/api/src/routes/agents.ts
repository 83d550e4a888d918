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
import { forAgents } from '../http/callers.ts'
import { exampleAnswer, exampleText, exampleUuid } from '../http/example-values.ts'
import { movedByAgent } from '../http/refusals.ts'
import { requiredField } from '../http/request-faults.ts'
import { principalOf } from '../http/request-state.ts'
import { questionIdOf } from '../repeated-ids.ts'
import { Email, externalIdFields, Metadata, Name, Page, repeatedIds, Text, Uuid } from './fields.ts'

const agentNames = {
  agentEmail: Type.Optional(Email('The e-mail address of the agent. Required for an integration.', 'dora@example.com')),
  agentName: Type.Optional(Name('The name of the agent. Required if the address is new.', 'Dora')),
}

/** Routes of agents: rerouted and flagged questions, and questions taken back from an expert. */
export const agentRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint, externalIds } = context
    const { publicUrl } = context.config

    app.route({
      ...endpoint({
        name: 'getAgentQueue',
        method: 'GET',
        path: '/agents/questions',
        ...forAgents,
        summary: "List the agents' queue, oldest first",
        query: Page,
        answer: Type.Object({ questions: Type.Array(InboxQuestionView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { limit = limits.pageSize, cursor } = request.query
        const found = await inCompany(db, principalOf(request).companyId, (tx) =>
          listAgentQueue(tx, readerOf(request, ''), { limit, cursor }, publicUrl),
        )
        return { questions: found.questions, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: 'addAgentMessage',
        method: 'POST',
        path: '/agents/messages',
        ...forAgents,
        summary: 'Answer a question as an agent and take it over',
        body: Type.Object({
          ...agentNames,
          ...externalIdFields,
          questionUuid: Uuid,
          text: Text,
          metadata: Type.Optional(Metadata),
        }),
        answer: MessageView,
        status: 201,
        errors: { 400: [...movedByAgent, 'not_one_to_one'], 403: ['blocked'], 404: ['question_not_found'] },
        sample: {
          body: { text: exampleText, questionUuid: exampleUuid },
          shown: { text: exampleAnswer },
        },
      }),
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
      ...endpoint({
        name: 'getHistory',
        method: 'GET',
        path: '/agents/questions/:uuid/history',
        of: 'question',
        ...forAgents,
        callers: ['agent', 'admin'],
        summary: 'Return the history of a question: its offers with reasons of experts, and its changes',
        answer: QuestionHistoryView,
        errors: {},
      }),
      handler: (request) => {
        const questionId = request.params.uuid.toLowerCase()
        return inCompany(db, principalOf(request).companyId, async (tx) =>
          viewHistory(tx, await asExpertOrAgent(request)(tx), questionId),
        )
      },
    })

    const moves = [
      {
        move: takeAsAgent,
        name: 'takeAsAgent',
        path: '/agents/questions/:uuid/take',
        summary: 'Take a question as an agent, so that no other agent starts to answer it',
        description:
          'Only one of several concurrent calls succeeds; the others get 400 `already_taken`, and its message names the agent who took it. All agents see `takenBy`. Other agents may still answer, and thereby take over the question.',
        errors: { 400: [...movedByAgent, 'already_taken'], 403: ['blocked'] },
      },
      {
        move: releaseAsAgent,
        name: 'releaseAsAgent',
        path: '/agents/questions/:uuid/release',
        summary: "Return a taken question to the agents' queue, at its original position",
        errors: { 400: [...movedByAgent, 'not_taken'], 403: ['blocked'] },
      },
      {
        move: resolveByAgent,
        name: 'resolveByAgent',
        path: '/agents/questions/:uuid/resolve',
        summary: 'Resolve a question as an agent',
        errors: { 400: movedByAgent, 403: ['blocked'] },
      },
      {
        move: closeQuestion,
        name: 'closeByAgent',
        path: '/agents/questions/:uuid/close',
        summary: 'Close a question as an agent',
        errors: { 400: movedByAgent, 403: ['blocked'] },
      },
    ] as const
    for (const { move, ...described } of moves) {
      app.route({
        ...endpoint({
          ...described,
          ...forAgents,
          method: 'POST',
          of: 'question',
          body: Type.Object({ ...agentNames, ...repeatedIds }),
          answer: QuestionView,
        }),
        handler: (request, reply) => {
          const questionId = questionIdOf(request)
          return actOnQuestion(context, request, reply, {
            by: asAgent(request, request.body),
            change: (agent) => move(agent, { questionId }),
            shows: showQuestion,
          })
        },
      })
    }
  }
