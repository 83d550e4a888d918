import { type Api, type BodyFor, bodyOf, type CallOptions, dataOf, nextPage, optionsOf, type QueryFor } from '../api.ts'
import { type Page, type Pages, pagesOf } from '../pages.ts'
import type { ExpertProfile, ExpertRecord, InboxCounts, InboxQuestion, Question, Response } from '../shapes.ts'

/** Pages of an inbox. The first one of the offered questions has `counts`. */
export type InboxPages = Pages<InboxQuestion, Page<InboxQuestion> & { counts?: InboxCounts | undefined }>

/** Operations of a signed-in expert. All reject with an AsklineError. */
export function expertsOf(api: Api) {
  const path = (uuid: string) => ({ params: { path: { uuid } } })
  return {
    me: (options?: CallOptions): Promise<ExpertProfile> => dataOf(api.GET('/v1/experts/me', optionsOf(options))),

    /** Returns what the service knows of the expert's work of the last 30 and 90 days. */
    record: (options?: CallOptions): Promise<ExpertRecord> =>
      dataOf(api.GET('/v1/experts/me/record', optionsOf(options))),

    update: (changes: BodyFor<'updateExpertProfile'>, options?: CallOptions): Promise<ExpertProfile> =>
      dataOf(api.PUT('/v1/experts/me', { body: changes, ...optionsOf(options) })),

    inbox: (query: Omit<QueryFor<'getInbox'>, 'cursor'> = {}, options?: CallOptions): InboxPages =>
      pagesOf(async (cursor) => {
        const { data, meta } = await bodyOf(api.GET('/v1/experts/me/questions', nextPage(query, cursor, options)))
        return {
          items: data.questions,
          nextCursor: data.paging.nextCursor,
          serverTime: meta.serverTime,
          counts: data.counts,
        }
      }),

    /** Returns the question. Send its `claim.fence` with every write under the claim. */
    claim: (uuid: string, options?: CallOptions): Promise<Question> =>
      dataOf(api.POST('/v1/questions/{uuid}/claim', { ...path(uuid), body: {}, ...optionsOf(options) })),

    release: (uuid: string, body: BodyFor<'releaseQuestion'> = {}, options?: CallOptions) =>
      dataOf(api.POST('/v1/questions/{uuid}/release', { ...path(uuid), body, ...optionsOf(options) })),

    decline: (uuid: string, body: BodyFor<'declineQuestion'> = {}, options?: CallOptions) =>
      dataOf(api.POST('/v1/questions/{uuid}/decline', { ...path(uuid), body, ...optionsOf(options) })),

    /** Adds the first answer. Later ones are messages with `responseUuid`. */
    respond: (uuid: string, body: BodyFor<'respond'>, options?: CallOptions): Promise<Response> =>
      dataOf(api.POST('/v1/questions/{uuid}/responses', { ...path(uuid), body, ...optionsOf(options) })),

    escalate: (uuid: string, body: BodyFor<'escalateQuestion'>, options?: CallOptions) =>
      dataOf(api.POST('/v1/questions/{uuid}/escalate', { ...path(uuid), body, ...optionsOf(options) })),

    markAsResolved: (responseUuid: string, body: BodyFor<'markAsResolved'> = {}, options?: CallOptions) =>
      dataOf(api.POST('/v1/responses/{uuid}/markAsResolved', { ...path(responseUuid), body, ...optionsOf(options) })),
  }
}
