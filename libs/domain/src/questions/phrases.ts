import type { CompanySettings } from '@askline/contracts'
import { LRUCache } from 'lru-cache'
import { fold, isSpaceless } from '../text/fold.ts'
import { PhraseFinder } from '../text/phrase-finder.ts'

/** By the phrases themselves, so a change of the settings is a new entry. About 30 bytes a state, so 60 MB at most. */
const finders = new LRUCache<string, PhraseFinder>({ maxSize: 2_000_000, sizeCalculation: ({ size }) => size })

/**
 * Returns which phrases of a company occur in folded texts, each a line. A phrase with a letter of a script that is written without spaces
 * is found anywhere. Other phrases are whole words, so a list that bans "ass" does not ban "assistance".
 */
export function findPhrases(
  texts: string,
  { emergencyPhrases = [], bannedKeywords = [] }: CompanySettings,
): { isEmergency: boolean; isBanned: boolean } {
  if (emergencyPhrases.length + bannedKeywords.length === 0) return { isEmergency: false, isBanned: false }
  const key = JSON.stringify([emergencyPhrases, bannedKeywords])
  let finder = finders.get(key)
  if (!finder) {
    finder = new PhraseFinder([emergencyPhrases.map(folded), bannedKeywords.map(folded)])
    finders.set(key, finder)
  }
  // No phrase contains a line break, so none begins in one text and ends in the next.
  const found = finder.find(` ${texts.replaceAll('\n', ' \n ')} `)
  return { isEmergency: (found & 1) > 0, isBanned: (found & 2) > 0 }
}

function folded(phrase: string): string {
  const words = fold(phrase)
  return words === '' || isSpaceless(words) ? words : ` ${words} `
}
