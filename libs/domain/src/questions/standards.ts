/** The times of decisions §8, in ms, for a category that sets none of its own. */
export const standardTimes = {
  offerMs: 90_000,
  autoHoldMs: 2 * 60_000,
  leaseMs: 30 * 60_000,
  rerouteShare: 0.6,
  escalationMs: 8 * 3_600_000,
  approvalMs: 72 * 3_600_000,
  expiryMs: 7 * 24 * 3_600_000,
} as const

/** Experts of the first waves, decisions §8; after them everyone eligible. */
export const standardWaveSizes = [3, 6, 12] as const

/** So many of all promised answer times are to be kept, in a category that sets nothing else. */
export const standardPromiseShare = 0.8

/** In so many of the waves of a category that sets nothing else an expert without much of a record gets the last place. */
export const standardExploration = 0.1

/** How long, in ms, others may take what an expert gave up, in a category that does not say. */
export const standardSecondOpinionMs = 3 * 60_000

/** Offers missed in a row that make an expert AWAY, in a category that sets none. */
export const standardAwayAfterMissed = 3

/** How long, in ms, a heavy question lets lighter ones pass in a category that does not say. */
export const standardPatienceMs = 10 * 60_000

/** How much of a desk a claim takes in a category that sets no weight. */
export const standardWeight = 1
