import { serveRequests } from '@askline/runtime/request-thread'
import { findLikelyLanguage, type LikelyLanguage } from './likely-language.ts'

/** The thread that holds the table of languages: receives texts, returns the likely language of each. */
serveRequests(({ texts }: { texts: readonly string[] }) => texts.map(findOrNone))

/** A text that the library cannot read is decided without a language. It must not fail the others of its batch. */
function findOrNone(text: string): LikelyLanguage | undefined {
  try {
    return findLikelyLanguage(text)
  } catch {
    return undefined
  }
}
