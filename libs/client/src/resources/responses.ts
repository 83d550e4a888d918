import { type Api, type BodyFor, type CallOptions, dataOf, optionsOf } from '../api.ts'
import type { Response } from '../shapes.ts'

/** The asker's operations on a response. All reject with an AsklineError. */
export function responsesOf(api: Api) {
  const path = (uuid: string) => ({ params: { path: { uuid } } })
  return {
    accept: (uuid: string, body: BodyFor<'acceptResponse'> = {}, options?: CallOptions): Promise<Response> =>
      dataOf(api.POST('/v1/responses/{uuid}/accept', { ...path(uuid), body, ...optionsOf(options) })),

    /** Rates the response. `rating` is one of the question's `ratingSystem.values`. */
    rate: (uuid: string, body: BodyFor<'rateResponse'>, options?: CallOptions): Promise<Response> =>
      dataOf(api.POST('/v1/responses/{uuid}/rate', { ...path(uuid), body, ...optionsOf(options) })),

    markAsRead: (uuid: string, body: BodyFor<'markAsRead'> = {}, options?: CallOptions): Promise<Response> =>
      dataOf(api.POST('/v1/responses/{uuid}/markAsRead', { ...path(uuid), body, ...optionsOf(options) })),

    confirmAutoResponse: (
      uuid: string,
      body: BodyFor<'confirmAutoResponse'>,
      options?: CallOptions,
    ): Promise<Response> =>
      dataOf(api.POST('/v1/responses/{uuid}/confirmAutoResponse', { ...path(uuid), body, ...optionsOf(options) })),

    addTestimonial: (uuid: string, body: BodyFor<'addTestimonial'>, options?: CallOptions): Promise<Response> =>
      dataOf(api.POST('/v1/responses/{uuid}/testimonial', { ...path(uuid), body, ...optionsOf(options) })),
  }
}
