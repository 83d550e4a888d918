import { fold } from '../text/fold.ts'

/** Most words and phrases that a search compares. */
const mostWords = 10
const quotes = /["“”„‟«»「」『』]/u

/**
 * Returns the patterns of `like` for the words of a search and its phrases in quotes, or null if there are none. A folded text that
 * matches all of them is found, whatever their order. A quote that nothing ends is ignored.
 */
export function searchPatterns(text: string | undefined): string[] | null {
  const parts = (text ?? '').split(quotes)
  const words = parts.flatMap((part, at) => (at % 2 === 1 && at < parts.length - 1 ? [part] : part.split(/\s+/u)))
  const wanted = words.filter((word) => word.trim() !== '')
  if (wanted.length === 0) return null
  const folded = new Set(wanted.map(fold).filter(Boolean))
  // Signs alone are no words, and no text with words equals the empty pattern.
  if (folded.size === 0) return ['']
  // Folded words have no signs, so none has a meaning in a pattern.
  return [...folded].slice(0, mostWords).map((word) => `%${word}%`)
}

/** Returns SQL: a column of folded text matches the patterns of a search in a parameter; null matches every text. */
export const matchesSearch = (column: string, patterns: string): string =>
  `(${patterns}::text[] is null or ${column} like all(${patterns}))`
