import { wishedLanguages } from '../../http/accept.ts'
import { german } from './de.ts'
import { english, type SignInText } from './en.ts'

const messages = { en: english, de: german } satisfies Record<string, Record<SignInText, string>>

/** The texts of the sign-in page in one language. */
export type Words = { language: string; say: (text: SignInText) => string }

/** Returns the texts in the first wished language that has some, else in English. The desk chooses its language the same way. */
export function wordsFor(acceptLanguage: string | undefined): Words {
  const language = wishedLanguages(acceptLanguage).find((one): one is keyof typeof messages => one in messages) ?? 'en'
  return { language, say: (text) => messages[language][text] }
}
