/** Offset in ms of this process's clock; the stage sets it. */
export const readClockSkew = (env: NodeJS.ProcessEnv = process.env): number => Number(env['ASKLINE_CLOCK_SKEW_MS'] ?? 0)
