import { type Api, type BodyFor, bodyOf, type CallOptions, dataOf, nextPage, optionsOf, type QueryFor } from '../api.ts'
import { type Pages, pagesOf } from '../pages.ts'
import type { SavedReply } from '../shapes.ts'

/** Saved replies of a signed-in expert or agent, and of the company. All reject with an AsklineError. */
export function repliesOf(api: Api) {
  const at = (uuid: string, options?: CallOptions) => ({ params: { path: { uuid } }, ...optionsOf(options) })
  return {
    list: (query: Omit<QueryFor<'listReplies'>, 'cursor'> = {}, options?: CallOptions): Pages<SavedReply> =>
      pagesOf(async (cursor) => {
        const { data, meta } = await bodyOf(api.GET('/v1/replies', nextPage(query, cursor, options)))
        return { items: data.replies, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
      }),

    create: (reply: BodyFor<'createReply'>, options?: CallOptions): Promise<SavedReply> =>
      dataOf(api.POST('/v1/replies', { body: reply, ...optionsOf(options) })),

    update: (uuid: string, changes: BodyFor<'updateReply'>, options?: CallOptions): Promise<SavedReply> =>
      dataOf(api.PUT('/v1/replies/{uuid}', { body: changes, ...at(uuid, options) })),

    remove: (uuid: string, options?: CallOptions) =>
      dataOf(api.POST('/v1/replies/{uuid}/remove', { body: {}, ...at(uuid, options) })),
  }
}
