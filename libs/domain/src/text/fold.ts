/** Scripts whose words have no spaces between them, or take endings without one. */
const spaceless =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}'
const spacelessRun = new RegExp(`[${spaceless}][${spaceless}\\p{M}]*`, 'gu')
const spacelessLetter = new RegExp(`(?=\\p{L})[${spaceless}]`, 'u')

const ascii = /^[\0-\x7f]*$/
/** Matches characters that readers do not see, and marks that writers of Arabic and Hebrew may omit. */
const omitted =
  /[\p{Default_Ignorable_Code_Point}\u0640\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]+/gu
/** Letters that writers use for each other, because keyboards and habits differ. */
const sameLetters: Record<string, string> = { ς: 'σ', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه' }
const sameLetter = new RegExp(`[${Object.keys(sameLetters).join('')}]`, 'g')

/**
 * Returns the words of a text, separated by single spaces. Spellings that readers take as the same return the same words.
 * The rules are in decisions/questions.md. Idempotent, and linear in the text.
 */
export function fold(text: string): string {
  if (ascii.test(text)) return wordsOf(text.toLowerCase())
  const letters = text
    .normalize('NFKD')
    // Two lower cases: the capital ẞ has no upper case, and ß, ı and ſ become equal to other letters in upper case only.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(omitted, '')
    .replace(/i\u0307/g, 'i')
    .replace(sameLetter, (letter) => sameLetters[letter] ?? letter)
    .normalize('NFC')
  return wordsOf(letters.replace(spacelessRun, ' $& '))
}

const wordsOf = (text: string) => text.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim()

/** Returns whether a text has a letter of a script that is written without spaces: Han, Kana, Hangul, Thai, Lao, Khmer, Myanmar. */
export const isSpaceless = (text: string): boolean => spacelessLetter.test(text)

/** Returns two folded texts in two lines. No phrase begins in one line and ends in the other. */
export const foldTogether = (first: string, second: string): string => `${fold(first)}\n${fold(second)}`
