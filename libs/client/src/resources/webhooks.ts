import { type Api, type BodyFor, bodyOf, type CallOptions, dataOf, nextPage, optionsOf, type QueryFor } from '../api.ts'
import { pagesOf } from '../pages.ts'

/** Webhooks of a company, for admins. All reject with an AsklineError. */
export function webhooksOf(api: Api) {
  const at = (uuid: string, options?: CallOptions) => ({ params: { path: { uuid } }, ...optionsOf(options) })
  return {
    list: (query: Omit<NonNullable<QueryFor<'listManagedWebhooks'>>, 'cursor'> = {}, options?: CallOptions) =>
      pagesOf(async (cursor) => {
        const { data, meta } = await bodyOf(api.GET('/v1/admin/webhooks', nextPage(query, cursor, options)))
        return { items: data.webhooks, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
      }),
    get: (uuid: string, options?: CallOptions) => dataOf(api.GET('/v1/admin/webhooks/{uuid}', at(uuid, options))),
    /** Returns the `secret`, which cannot be read again. */
    create: (webhook: BodyFor<'createManagedWebhook'>, options?: CallOptions) =>
      dataOf(api.POST('/v1/admin/webhooks', { body: webhook, ...optionsOf(options) })),
    update: (uuid: string, changes: BodyFor<'updateManagedWebhook'>, options?: CallOptions) =>
      dataOf(api.PUT('/v1/admin/webhooks/{uuid}', { body: changes, ...at(uuid, options) })),
    remove: (uuid: string, options?: CallOptions) =>
      dataOf(api.POST('/v1/admin/webhooks/{uuid}/remove', { body: {}, ...at(uuid, options) })),
    /** Returns a new `secret`, which cannot be read again. The earlier one signs for 24 hours more, unless `revokeNow`. */
    rotateSecret: (uuid: string, rotation: BodyFor<'rotateManagedWebhookSecret'> = {}, options?: CallOptions) =>
      dataOf(api.POST('/v1/admin/webhooks/{uuid}/rotateSecret', { body: rotation, ...at(uuid, options) })),
    /** Sends a test event and returns what the receiver answered. */
    test: (uuid: string, options?: CallOptions) =>
      dataOf(api.POST('/v1/admin/webhooks/{uuid}/test', { body: {}, ...at(uuid, options) })),
    pause: (uuid: string, options?: CallOptions) =>
      dataOf(api.POST('/v1/admin/webhooks/{uuid}/pause', { body: {}, ...at(uuid, options) })),
    /** `LAST` sends what happened meanwhile, `NOW` leaves it out. */
    enable: (uuid: string, from: 'LAST' | 'NOW', options?: CallOptions) =>
      dataOf(api.POST('/v1/admin/webhooks/{uuid}/enable', { body: { from }, ...at(uuid, options) })),
    /** Sends past events again, with the same ids. */
    replay: (uuid: string, replay: BodyFor<'replayManagedWebhook'>, options?: CallOptions) =>
      dataOf(api.POST('/v1/admin/webhooks/{uuid}/replay', { body: replay, ...at(uuid, options) })),
    /** The deliveries of the last 30 days, newest first. */
    deliveries: (
      uuid: string,
      query: Omit<NonNullable<QueryFor<'listManagedDeliveries'>>, 'cursor'> = {},
      options?: CallOptions,
    ) =>
      pagesOf(async (cursor) => {
        const { params, ...rest } = nextPage(query, cursor, options)
        const { data, meta } = await bodyOf(
          api.GET('/v1/admin/webhooks/{uuid}/deliveries', { params: { ...params, path: { uuid } }, ...rest }),
        )
        return { items: data.deliveries, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
      }),
    /** Sends one delivery again. `uuid` is the delivery. */
    resend: (uuid: string, options?: CallOptions) =>
      dataOf(api.POST('/v1/admin/webhooks/deliveries/{uuid}/resend', { body: {}, ...at(uuid, options) })),
  }
}
