import { type Api, type BodyFor, type CallOptions, dataOf, optionsOf } from '../api.ts'

/** Classification, answers and routing forecasts for a text without asking a question. All reject with an AsklineError. */
export function answersOf(api: Api) {
  return {
    classify: (text: BodyFor<'classify'>, options?: CallOptions) =>
      dataOf(api.POST('/v1/classifications', { body: text, ...optionsOf(options) })),

    /** Returns the best known answer. `content` is null if no known answer is good enough; `abstains` gives the reason. */
    find: (query: BodyFor<'findAutomaticAnswer'>, options?: CallOptions) =>
      dataOf(api.POST('/v1/automaticAnswers', { body: query, ...optionsOf(options) })),

    giveFeedback: (uuid: string, verdict: BodyFor<'judgeAutomaticAnswer'>, options?: CallOptions) =>
      dataOf(
        api.POST('/v1/automaticAnswers/{uuid}/feedback', {
          params: { path: { uuid } },
          body: verdict,
          ...optionsOf(options),
        }),
      ),

    predictRouting: (query: BodyFor<'predictRouting'>, options?: CallOptions) =>
      dataOf(api.POST('/v1/predictiveRouting', { body: query, ...optionsOf(options) })),
  }
}
