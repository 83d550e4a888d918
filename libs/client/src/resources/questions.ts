import { type Api, type BodyFor, bodyOf, type CallOptions, dataOf, nextPage, optionsOf, type QueryFor } from '../api.ts'
import { errorOf } from '../errors.ts'
import { type Pages, pagesOf } from '../pages.ts'
import type { CondensedQuestion, Question } from '../shapes.ts'
import type { Watch, WatchOptions, WatchQuestion } from '../watch/watch.ts'

/** Operations on whole questions. All reject with an AsklineError. */
export function questionsOf(api: Api, watchQuestion: WatchQuestion, tellComposing: (uuid: string) => boolean) {
  const path = (uuid: string) => ({ params: { path: { uuid } } })
  return {
    ask: (question: BodyFor<'askQuestion'>, options?: CallOptions): Promise<Question> =>
      dataOf(api.POST('/v1/questions', { body: question, ...optionsOf(options) })),

    /** Returns the question, or `undefined` if nothing changed since `lastChecked`. */
    async get(uuid: string, query: QueryFor<'getQuestion'> = {}, options?: CallOptions): Promise<Question | undefined> {
      const init = { params: { path: { uuid }, query }, ...optionsOf(options) }
      const { data, error, response } = await api.GET('/v1/questions/{uuid}', init)
      if (response.status === 304) return undefined
      if (!data) throw errorOf(response, error)
      return data.data
    },

    /** Lists condensed questions, page by page. Pass `serverTime` of the last iteration as `lastChecked` to find later changes. */
    list: (query: Omit<QueryFor<'listQuestions'>, 'cursor'> = {}, options?: CallOptions): Pages<CondensedQuestion> =>
      pagesOf(async (cursor) => {
        const { data, meta } = await bodyOf(api.GET('/v1/questions', nextPage(query, cursor, options)))
        return { items: data.questions, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
      }),

    /**
     * Reports the current state of the question and then each newer one, until the watch is closed. It uses a socket,
     * and polls while there is no socket. It may skip intermediate states, but it always reports the last one, and never
     * an older state after a newer one.
     */
    watch: (uuid: string, onChange: (question: Question) => unknown, options?: WatchOptions): Watch =>
      watchQuestion(uuid, onChange, options),

    /**
     * Tells the other people of a watched question that the caller writes, and renews an expert's claim. Call it while the
     * person types. Without a socket only the claim is renewed.
     */
    async composing(uuid: string): Promise<void> {
      if (tellComposing(uuid)) return
      await bodyOf(api.POST('/v1/questions/{uuid}/composing', { ...path(uuid), body: {} }))
    },

    edit: (uuid: string, change: BodyFor<'editQuestion'>, options?: CallOptions): Promise<Question> =>
      dataOf(api.PUT('/v1/questions/{uuid}', { ...path(uuid), body: change, ...optionsOf(options) })),

    reroute: (uuid: string, body: BodyFor<'rerouteQuestion'> = {}, options?: CallOptions): Promise<Question> =>
      dataOf(api.POST('/v1/questions/{uuid}/reroute', { ...path(uuid), body, ...optionsOf(options) })),

    reviewMarkAsResolved: (
      uuid: string,
      body: BodyFor<'reviewMarkAsResolved'>,
      options?: CallOptions,
    ): Promise<Question> =>
      dataOf(api.POST('/v1/questions/{uuid}/reviewMarkAsResolved', { ...path(uuid), body, ...optionsOf(options) })),

    close: (uuid: string, body: BodyFor<'closeQuestion'> = {}, options?: CallOptions): Promise<Question> =>
      dataOf(api.POST('/v1/questions/{uuid}/close', { ...path(uuid), body, ...optionsOf(options) })),

    expire: (uuid: string, body: BodyFor<'expireQuestion'> = {}, options?: CallOptions): Promise<Question> =>
      dataOf(api.POST('/v1/questions/{uuid}/expire', { ...path(uuid), body, ...optionsOf(options) })),
  }
}
