/**
 * Limits that tests and benchmarks do not reach, as environment variables of the API and the notifier. A benchmark prints them,
 * because they differ from the defaults.
 */
export const ampleRates: Record<string, string> = {
  RATE_LIMIT_USER_READS: '1000000',
  RATE_LIMIT_USER_WRITES: '1000000',
  RATE_LIMIT_STAFF_READS: '1000000',
  RATE_LIMIT_STAFF_WRITES: '1000000',
  RATE_LIMIT_INTEGRATION_READS: '3000000',
  RATE_LIMIT_INTEGRATION_WRITES: '3000000',
  RATE_LIMIT_SESSION_TOKENS: '1000000',
  SOCKETS_PER_PERSON: '1000000',
  SOCKETS_PER_CREDENTIAL: '1000000',
}
