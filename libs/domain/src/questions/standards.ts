/** Default times of decisions/timers.md, in ms. */
export const standardTimes = {
  offerMs: 90_000,
  autoHoldMs: 2 * 60_000,
  leaseMs: 30 * 60_000,
  rerouteShare: 0.6,
  escalationMs: 8 * 3_600_000,
  approvalMs: 72 * 3_600_000,
  expiryMs: 7 * 24 * 3_600_000,
} as const

/** Default sizes of the first waves (decisions/timers.md). The wave after them goes to every eligible expert. */
export const standardWaveSizes = [3, 6, 12] as const

/** Default share of promised answer times to keep. */
export const standardPromiseShare = 0.8

/** Default exploration rate: the share of waves whose last slot goes to a new expert. */
export const standardExploration = 0.1

/** Default duration of a second opinion, in ms. */
export const standardSecondOpinionMs = 3 * 60_000

/** Default number of consecutive missed offers that make an expert AWAY. */
export const standardAwayAfterMissed = 3

/** Default time, in ms, in which lighter questions may overtake a heavy one. */
export const standardPatienceMs = 10 * 60_000

/** Default units of capacity that a claim takes. */
export const standardWeight = 1
