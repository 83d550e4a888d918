/** An answer that may be given automatically: a knowledge entry, an uploaded pair, or an expert's accepted answer. */
export type KnownAnswer = {
  readonly answerId: string
  readonly body: string
  readonly question?: string
}

/** A question that was shown an automatic answer, and whether that resolved it; or whose right answer a person named. */
export type AnsweredQuestion = {
  readonly text: string
  readonly answerId: string
  readonly accepted: boolean
}
