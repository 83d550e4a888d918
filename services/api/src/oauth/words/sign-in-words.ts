import type { PageLanguage } from '@askline/contracts'
import { wishedLanguages } from '../../http/accept.ts'
import { german } from './de.ts'
import { english, type SignInText } from './en.ts'

const messages = { en: english, de: german } satisfies Record<PageLanguage, Record<SignInText, string>>

/** The texts of the sign-in page in one language. */
export type Words = { language: string; say: (text: SignInText) => string }

/** Returns the first language that a browser wants and the pages have, or `undefined`. */
export const findWished = (acceptLanguage: string | undefined): PageLanguage | undefined =>
  wishedLanguages(acceptLanguage).find((one): one is PageLanguage => one in messages)

/** Returns the texts in the first wished language that has some, else in `usual`. The desk chooses its language the same way. */
export function wordsFor(acceptLanguage: string | undefined, usual: PageLanguage = 'en'): Words {
  const language = findWished(acceptLanguage) ?? usual
  return { language, say: (text) => messages[language][text] }
}
