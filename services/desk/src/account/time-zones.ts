/** Returns the time zone of this device, or UTC if the device has none. */
export function deviceTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone
}

/** Returns all IANA time zones that this browser knows, and `own`, in the order of their names. */
export const listTimeZones = (own: string): string[] =>
  [...new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')])].sort()
