import { languageOfTag } from '@askline/domain/people/language-tag'
import { withDeadline } from '@askline/runtime'
import { buildRequestThread, threadScript } from '@askline/runtime/request-thread'
import type { LikelyLanguage } from './likely-language.ts'

/** Characters of a text that its language is found by. */
const mostCharacters = 1_000
/** Time for the texts of a batch in ms. Reading the table takes some seconds on a busy machine. */
const mostMs = 30_000

/** Time without languages after a failure, in ms. A thread that cannot start would otherwise be started by each batch. */
const pauseMs = 60_000

/** Returns the likely language of each text, in order, or nothing while languages cannot be found. Never rejects. */
export type LanguageFinder = (texts: readonly string[]) => Promise<(LikelyLanguage | undefined)[]>

/**
 * Builds a finder with a thread of its own, which starts with the first call. Reading the table of languages would block the event
 * loop. With its 46 MB of objects each full garbage collection of the worker would take longer.
 *
 * If the thread fails, calls `onError` and finds nothing for a minute, because routing can go on without languages.
 */
export function buildLanguageFinder({
  onError = () => undefined,
  script = threadScript(import.meta.url, './language-main.js'),
  now = () => performance.now(),
}: {
  onError?: (error: unknown) => void
  script?: URL
  now?: () => number
} = {}): LanguageFinder {
  const thread = buildRequestThread('languages', script)
  let pausedUntil = Number.NEGATIVE_INFINITY
  return async (texts) => {
    if (now() < pausedUntil) return []
    const samples = texts.map((text) => text.slice(0, mostCharacters))
    try {
      const found = await withDeadline(thread.run({ texts: samples }), mostMs, 'Finding languages')
      return found as (LikelyLanguage | undefined)[]
    } catch (error) {
      pausedUntil = now() + pauseMs
      onError(error)
      await thread.close()
      return []
    }
  }
}

/** The finder of callers that do not report failures. */
export const defaultLanguageFinder: LanguageFinder = buildLanguageFinder()

/** `likelyLanguage`: of the text. Undefined if it is uncertain, or not needed because a language was given. */
export type WithLikelyLanguage<Q> = Q & { likelyLanguage: LikelyLanguage | undefined }

/** Adds the likely language to the questions for which none was given. */
export async function addLikelyLanguages<Q extends { text: string; language: string | null }>(
  questions: readonly Q[],
  find = defaultLanguageFinder,
): Promise<WithLikelyLanguage<Q>[]> {
  const unnamed = questions.filter(({ language }) => languageOfTag(language) === undefined)
  const texts = unnamed.map(({ text }) => text)
  const found = unnamed.length > 0 ? await find(texts) : []
  const likely = new Map(unnamed.map((question, i) => [question, found[i]]))
  return questions.map((question) => ({ ...question, likelyLanguage: likely.get(question) }))
}

/**
 * Returns the language of a question as ISO 639-1, or `undefined` if it is uncertain. A guess must not exclude an expert. The
 * languages of the company's experts are preferred (`spoken`).
 */
export function languageOf(
  { language, likelyLanguage }: WithLikelyLanguage<{ language: string | null }>,
  spoken: ReadonlySet<string>,
): string | undefined {
  const named = languageOfTag(language)
  if (named !== undefined || !likelyLanguage) return named
  return likelyLanguage.rivals.some((rival) => spoken.has(rival)) ? undefined : likelyLanguage.language
}
