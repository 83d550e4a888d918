import { language } from './messages.ts'

/** The form without which `Intl` throws. */
const codeForm = /^[a-z]{2,3}$/i

/** The name of a language, by its ISO 639-1 code, in the language in use. What is no code stays as it is. */
export const languageName = (code: string): string =>
  (codeForm.test(code) ? new Intl.DisplayNames(language(), { type: 'language' }).of(code) : undefined) ?? code
