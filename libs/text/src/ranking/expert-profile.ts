/** The properties of an expert other than the record of answers. */
export type ExpertProfile = {
  readonly expertId: string
  /** ISO 639-1 codes; an empty list means any language. */
  readonly languages?: readonly string[]
  /** Topics and tags the expert chose, compared by their stems. */
  readonly topics?: readonly string[]
  /** Maps a topic to 0 (none) to 1 (highest), declared by the expert or the company. Counts if the question has all stems of its name. */
  readonly declaredLevels?: Readonly<Record<string, number>>
  readonly isCertified?: boolean
  readonly isElite?: boolean
  readonly isOfficial?: boolean
  readonly availableNow?: boolean
  /** Milliseconds since 1970. */
  readonly lastActiveAt?: number
}

/** A profile with defaults for omitted fields. */
export type WholeProfile = ExpertProfile & { readonly languages: readonly string[]; readonly topics: readonly string[] }
