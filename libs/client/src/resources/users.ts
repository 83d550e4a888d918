import { type Api, type BodyFor, type CallOptions, dataOf, optionsOf } from '../api.ts'

/** The people of the company. All reject with an AsklineError. */
export function usersOf(api: Api) {
  return {
    /** Returns a receipt at once. Fetch it later to see what was erased. */
    forget: (whom: BodyFor<'forgetUser'>, options?: CallOptions) =>
      dataOf(api.POST('/v1/users/forget', { body: whom, ...optionsOf(options) })),

    getForgetReceipt: (uuid: string, options?: CallOptions) =>
      dataOf(api.GET('/v1/users/forget/{uuid}', { params: { path: { uuid } }, ...optionsOf(options) })),
  }
}
