/** Languages that are written from right to left (ISO 639-1). */
const rightToLeft: ReadonlySet<string> = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Returns the writing direction of a language: `ar` and `ar-EG` are written from right to left. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.has(language.slice(0, 2).toLowerCase()) ? 'rtl' : 'ltr'
