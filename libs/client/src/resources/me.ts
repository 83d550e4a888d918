import { type Api, type CallOptions, dataOf, optionsOf } from '../api.ts'

/** The signed-in person's own account. All reject with an AsklineError. */
export function meOf(api: Api) {
  return {
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
