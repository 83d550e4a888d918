/** `YYYY-MM-DDThh:mm:ssZ`, cut to the whole second. */
export const dateTime = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`

/**
 * How `updatedAt` is printed: rounded up to the whole second (decisions/questions.md). The stamp of the next change is later than
 * what is printed here, so a client that echoes it misses nothing and never loops.
 */
export const lastUpdatedOf = (updatedAt: Date): string =>
  dateTime(new Date(Math.ceil(updatedAt.getTime() / 1000) * 1000))
