/** What a company knows of an expert beside the record of answers. */
export type ExpertProfile = {
  readonly expertId: string
  /** ISO 639-1 codes; none means any language. */
  readonly languages?: readonly string[]
  /** Topics and tags the expert chose, compared by their stems. */
  readonly topics?: readonly string[]
  /** Topic → 0 (none) to 1 (highest), as declared by the expert or the company. Counts where the words of the topic's name, by their stems, are all in the question. */
  readonly declaredLevels?: Readonly<Record<string, number>>
  readonly isCertified?: boolean
  readonly isElite?: boolean
  readonly isOfficial?: boolean
  readonly availableNow?: boolean
  /** Milliseconds since 1970. */
  readonly lastActiveAt?: number
}

/** A profile with what it left out. */
export type WholeProfile = ExpertProfile & { readonly languages: readonly string[]; readonly topics: readonly string[] }
