import { type Api, type BodyFor, bodyOf, type CallOptions, dataOf, nextPage, optionsOf, type QueryFor } from '../api.ts'
import { pagesOf } from '../pages.ts'

/** The people of the company. All reject with an AsklineError. */
export function usersOf(api: Api) {
  return {
    /** Returns a one-time code, valid for 60 s, with which a browser signs in as this user. For a company's server only. */
    openSignIn: (whom: BodyFor<'openAskerSignIn'>, options?: CallOptions) =>
      dataOf(api.POST('/v1/users/signIn', { body: whom, ...optionsOf(options) })),

    /** Returns a receipt at once. Fetch it later to see what was erased. */
    forget: (whom: BodyFor<'forgetUser'>, options?: CallOptions) =>
      dataOf(api.POST('/v1/users/forget', { body: whom, ...optionsOf(options) })),

    /** Newest first. */
    listForgetReceipts: (query: Omit<QueryFor<'listForgetReceipts'>, 'cursor'> = {}, options?: CallOptions) =>
      pagesOf(async (cursor) => {
        const { data, meta } = await bodyOf(api.GET('/v1/users/forget', nextPage(query, cursor, options)))
        return { items: data.receipts, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
      }),

    getForgetReceipt: (uuid: string, options?: CallOptions) =>
      dataOf(api.GET('/v1/users/forget/{uuid}', { params: { path: { uuid } }, ...optionsOf(options) })),
  }
}
