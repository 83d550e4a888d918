/** Returns the time zone of this device, or UTC if the device has none. */
export function deviceTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone
}

/** Returns the choices of a time zone: all that this browser knows, and `own`, in the order of their names. */
export const timeZoneChoices = (own: string): { value: string; text: string }[] =>
  [...new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')])]
    .sort()
    .map((value) => ({ value, text: value.replaceAll('_', ' ') }))
