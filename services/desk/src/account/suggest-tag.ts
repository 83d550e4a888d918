import type { Locale } from '../words/messages.ts'

/** Letters that are no basic letter with an accent, and how they are written without them. */
const spellings: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', þ: 'th' }
const german: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/** Characters of the longest tag. */
const longest = 63

/**
 * Returns a tag for a company of that name, for example `bank-one`: letters, digits and dashes, as the service accepts them. Returns
 * an empty text if the name has no letter of the Latin script and no digit.
 */
export function suggestTag(name: string, locale: Locale): string {
  const known = locale === 'de' ? { ...spellings, ...german } : spellings
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/\P{ASCII}/gu, (letter) => known[letter] ?? letter)
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest + 1)
    .replace(/^-/, '')
    .slice(0, longest)
    .replace(/-$/, '')
}
