/**
 * Returns the clock of this process in ms since 1970. RFC 7519 checks the expiry of tokens against the reader's clock.
 * Deadlines of questions use the database's time instead.
 */
export const wallClock = (): number => Date.now()
