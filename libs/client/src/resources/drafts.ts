import { type Api, type CallOptions, dataOf, optionsOf } from '../api.ts'
import type { Draft } from '../shapes.ts'

/** Drafts of a signed-in expert or agent, shared by all their devices. All reject with an AsklineError. */
export function draftsOf(api: Api) {
  const at = (uuid: string, options?: CallOptions) => ({ params: { path: { uuid } }, ...optionsOf(options) })
  return {
    /** Returns the draft for a question. Without a draft its text is empty. */
    get: (uuid: string, options?: CallOptions): Promise<Draft> =>
      dataOf(api.GET('/v1/me/drafts/{uuid}', at(uuid, options))),

    /** Stores the draft; an empty text deletes it. With `ifMatch`, rejects with StaleError if another device changed it. */
    save: (uuid: string, text: string, options?: CallOptions): Promise<Draft> =>
      dataOf(api.PUT('/v1/me/drafts/{uuid}', { body: { text }, ...at(uuid, options) })),
  }
}
