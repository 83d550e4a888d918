/** Returns SQL of a timestamp in whole ms since 1970. */
export const epochMs = (instant: string) => `floor(extract(epoch from ${instant}) * 1000)`

/** Returns SQL of the ms from one timestamp to another, with fractions. Negative if the second is earlier. */
export const msBetween = (from: string, to: string) => `extract(epoch from ${to} - (${from}))::float8 * 1000`
