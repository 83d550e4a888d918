/** ms by which the clock of this process is to be off; set by the stage. */
export const readClockSkew = (env: NodeJS.ProcessEnv = process.env): number => Number(env['ASKLINE_CLOCK_SKEW_MS'] ?? 0)
