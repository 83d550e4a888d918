import { type Api, type BodyFor, type CallOptions, dataOf, optionsOf } from '../api.ts'

/** The people of the company. All reject with an AsklineError. */
export function usersOf(api: Api) {
  return {
    /** Answers at once with a receipt; what was erased where is read from it later. */
    forget: (whom: BodyFor<'forgetUser'>, options?: CallOptions) =>
      dataOf(api.POST('/v1/users/forget', { body: whom, ...optionsOf(options) })),

    getForgetReceipt: (uuid: string, options?: CallOptions) =>
      dataOf(api.GET('/v1/users/forget/{uuid}', { params: { path: { uuid } }, ...optionsOf(options) })),
  }
}
