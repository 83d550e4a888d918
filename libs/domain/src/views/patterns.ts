/** Most words of a text that a search compares. */
const mostWords = 10

/** Returns the pattern of `ilike` for a text that occurs anywhere. */
export const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Returns the patterns of the first ten words of a text, or null if it has none. */
export function wordPatterns(text: string | undefined): string[] | null {
  const words = text?.trim().split(/\s+/).filter(Boolean).slice(0, mostWords) ?? []
  return words.length === 0 ? null : words.map(patternOf)
}
