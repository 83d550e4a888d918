/** SQL: a timestamp as whole ms since 1970. */
export const epochMs = (instant: string) => `floor(extract(epoch from ${instant}) * 1000)`

/** SQL: the ms from one timestamp to another, with fractions; negative where the other is earlier. */
export const msBetween = (from: string, to: string) => `extract(epoch from ${to} - (${from}))::float8 * 1000`
