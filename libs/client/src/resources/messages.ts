import { type Api, type BodyFor, bodyOf, type CallOptions, dataOf, nextPage, optionsOf, type QueryFor } from '../api.ts'
import { type Pages, pagesOf } from '../pages.ts'
import type { Message } from '../shapes.ts'

/** Operations on the messages of conversations. All reject with an AsklineError. */
export function messagesOf(api: Api) {
  return {
    /** Adds a message to the question `questionUuid` or to the response `responseUuid`. */
    add: (message: BodyFor<'addMessage'>, options?: CallOptions): Promise<Message> =>
      dataOf(api.POST('/v1/messages', { body: message, ...optionsOf(options) })),

    /** Returns the HTML that the text would have as a message. Nothing is stored. */
    preview: async (text: string, options?: CallOptions): Promise<string> =>
      (await dataOf(api.POST('/v1/previews', { body: { text }, ...optionsOf(options) }))).bodyHtml,

    edit: (uuid: string, change: BodyFor<'editMessage'>, options?: CallOptions): Promise<Message> =>
      dataOf(api.PUT('/v1/messages/{uuid}', { params: { path: { uuid } }, body: change, ...optionsOf(options) })),

    /** Lists messages, page by page. Pass `serverTime` of the last iteration as `lastChecked` to find later changes. */
    list: (query: Omit<QueryFor<'listMessages'>, 'cursor'> = {}, options?: CallOptions): Pages<Message> =>
      pagesOf(async (cursor) => {
        const { data, meta } = await bodyOf(api.GET('/v1/messages', nextPage(query, cursor, options)))
        return { items: data.messages, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
      }),
  }
}
