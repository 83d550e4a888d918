import { type Api, type BodyFor, bodyOf, type CallOptions, dataOf, nextPage, optionsOf, type QueryFor } from '../api.ts'
import { type Pages, pagesOf } from '../pages.ts'
import type { InboxQuestion, Message, Question, QuestionHistory } from '../shapes.ts'

/** Operations of an agent, or of an integration that names one. All reject with an AsklineError. */
export function agentsOf(api: Api) {
  const path = (uuid: string) => ({ params: { path: { uuid } } })
  return {
    /** Oldest first. */
    queue: (query: Omit<QueryFor<'getAgentQueue'>, 'cursor'> = {}, options?: CallOptions): Pages<InboxQuestion> =>
      pagesOf(async (cursor) => {
        const { data, meta } = await bodyOf(api.GET('/v1/agents/questions', nextPage(query, cursor, options)))
        return { items: data.questions, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
      }),

    /** Returns the earlier history of a question: offers with the experts' reasons, and changes. */
    history: (uuid: string, options?: CallOptions): Promise<QuestionHistory> =>
      dataOf(api.GET('/v1/agents/questions/{uuid}/history', { ...path(uuid), ...optionsOf(options) })),

    /** Takes the claim away if an expert holds a 1:1 question. */
    addMessage: (message: BodyFor<'addAgentMessage'>, options?: CallOptions): Promise<Message> =>
      dataOf(api.POST('/v1/agents/messages', { body: message, ...optionsOf(options) })),

    /** Marks a rerouted question as the agent's. Rejects with an InvalidError `already_taken` if another agent has it. */
    take: (uuid: string, body: BodyFor<'takeAsAgent'> = {}, options?: CallOptions): Promise<Question> =>
      dataOf(api.POST('/v1/agents/questions/{uuid}/take', { ...path(uuid), body, ...optionsOf(options) })),

    /** Gives a taken question back to the agents' queue. */
    release: (uuid: string, body: BodyFor<'releaseAsAgent'> = {}, options?: CallOptions): Promise<Question> =>
      dataOf(api.POST('/v1/agents/questions/{uuid}/release', { ...path(uuid), body, ...optionsOf(options) })),

    resolve: (uuid: string, body: BodyFor<'resolveByAgent'> = {}, options?: CallOptions): Promise<Question> =>
      dataOf(api.POST('/v1/agents/questions/{uuid}/resolve', { ...path(uuid), body, ...optionsOf(options) })),

    close: (uuid: string, body: BodyFor<'closeByAgent'> = {}, options?: CallOptions): Promise<Question> =>
      dataOf(api.POST('/v1/agents/questions/{uuid}/close', { ...path(uuid), body, ...optionsOf(options) })),
  }
}
