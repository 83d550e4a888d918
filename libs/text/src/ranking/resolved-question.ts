/** One person's answer to a past question. Times are milliseconds since 1970. */
export type PastAnswer = {
  readonly expertId: string
  readonly answeredAt: number
  readonly accepted: boolean
  /** When the acceptance became known; `answeredAt` by default. */
  readonly acceptedAt?: number
  /** Net votes: 0 is neutral, and more is better. */
  readonly score?: number
  /** The asker's rating, 1 (worst) to 5 (best). */
  readonly rating?: number
  /** When score and rating became known; `answeredAt` by default. */
  readonly ratedAt?: number
}

/** A past question with its answers. An unanswered question has none, and is evidence for `shouldRoute`. */
export type ResolvedQuestion = {
  readonly questionId: string
  readonly text: string
  readonly askedAt: number
  readonly answers: readonly PastAnswer[]
  readonly askerId?: string
  readonly language?: string
  readonly tags?: readonly string[]
  readonly topic?: string
}

/** The question to find experts for. */
export type OpenQuestion = {
  readonly text: string
  readonly askerId?: string
  readonly language?: string
  readonly tags?: readonly string[]
  readonly topic?: string
}
