import { languageOfTag } from '@askline/domain/people/language-tag'
import { buildOrderThread, threadScript } from '@askline/runtime/order-thread'
import type { LikelyLanguage } from './likely-language.ts'

/**
 * The table of languages has a million objects. In a thread of its own it neither blocks the event loop when it is read, nor makes
 * each full garbage collection of the worker longer.
 */
const thread = buildOrderThread('languages', threadScript(import.meta.url, './language-main.js'))

/** Returns the likely language of each text, in order. */
export async function findLikelyLanguages(texts: readonly string[]): Promise<(LikelyLanguage | undefined)[]> {
  return (await thread.order({ texts })) as (LikelyLanguage | undefined)[]
}

/** `likelyLanguage`: of the text. Undefined if it is uncertain, or not needed because a language was given. */
export type WithLikelyLanguage<Q> = Q & { likelyLanguage: LikelyLanguage | undefined }

/** Adds the likely language to the questions for which none was given. */
export async function addLikelyLanguages<Q extends { text: string; language: string | null }>(
  questions: readonly Q[],
): Promise<WithLikelyLanguage<Q>[]> {
  const unnamed = questions.filter(({ language }) => languageOfTag(language) === undefined)
  const found = unnamed.length === 0 ? [] : await findLikelyLanguages(unnamed.map(({ text }) => text))
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
