/**
 * The process's own clock, ms since 1970: for the expiry of tokens, which RFC 7519 leaves to the reader's clock.
 * Deadlines of questions are decided by the database's time, never by this.
 */
export const wallClock = (): number => Date.now()
