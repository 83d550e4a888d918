import { type Api, type CallOptions, dataOf, optionsOf } from '../api.ts'

/** The signed-in person's own account. All reject with an AsklineError. */
export function meOf(api: Api) {
  return {
    sessions: {
      /** Returns the open sign-ins of the person, the last used first, at most 100. */
      list: async (options?: CallOptions) => (await dataOf(api.GET('/v1/me/sessions', optionsOf(options)))).sessions,
      /** Ends a sign-in and all its tokens, also the one of this client. */
      end: (uuid: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/me/sessions/{uuid}/end', { body: {}, params: { path: { uuid } }, ...optionsOf(options) })),
      /** Ends all sign-ins except the one of this client. */
      endOthers: (options?: CallOptions) =>
        dataOf(api.POST('/v1/me/sessions/endOthers', { body: {}, ...optionsOf(options) })),
    },
    /**
     * Changes the password of an expert, agent or admin, and ends their other sign-ins. Rejects with InvalidError
     * `password_wrong` if `currentPassword` is wrong.
     */
    changePassword: (
      passwords: { currentPassword: string; newPassword: string },
      options?: CallOptions,
    ): Promise<{ uuid: string }> => dataOf(api.POST('/v1/me/password', { body: passwords, ...optionsOf(options) })),
  }
}
