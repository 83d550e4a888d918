import { isStopWord, stemOf } from './languages.ts'

const runs = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** Lower-case words of a text, apostrophes removed. Scripts written without spaces yield overlapping pairs of characters. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const [run] of text.normalize('NFKC').toLowerCase().matchAll(runs)) {
    if (withoutSpaces.test(run)) pushPairs(words, run)
    else words.push(run.replace(/['’]/g, ''))
  }
  return words
}

/** Whether a word is a pair of characters of a script without spaces. */
export const isPair = (word: string): boolean => withoutSpaces.test(word) && [...word].length === 2

function pushPairs(words: string[], run: string): void {
  const characters = [...run]
  if (characters.length === 1) words.push(run)
  for (let i = 0; i + 1 < characters.length; i++) words.push(`${characters[i]}${characters[i + 1]}`)
}

/** Stems of the telling words of a text, in order and with repetition. An unknown language keeps every word as written. */
export function tokensOf(text: string, language = 'en'): string[] {
  const tokens: string[] = []
  for (const word of wordsOf(text)) {
    if (!isStopWord(word, language)) tokens.push(stemOf(word, language))
  }
  return tokens
}
