/**
 * Returns whether a socket of this `Origin` may connect: an allowed page, or a program. Programs send none, or the address that
 * they called, which `host` names.
 */
export const isAllowedOrigin = (
  allowed: readonly string[],
  origin: string | undefined,
  host: string | undefined,
): boolean => origin === undefined || allowed.includes('*') || allowed.includes(origin) || isAddress(origin, host)

/** Returns whether an origin is the address of `host`. The scheme may differ, because a proxy may end TLS. */
function isAddress(origin: string, host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(origin)) return false
  const named = new URL(origin)
  const called = `${named.protocol}//${host}`
  return named.host !== '' && URL.canParse(called) && new URL(called).host === named.host
}
