import { language } from './messages.ts'

/** The form without which `Intl` throws. */
const codeForm = /^[a-z]{2,3}$/i

/** Returns the name of a language in the language in use, by its ISO 639-1 code. Returns other values unchanged. */
export const languageName = (code: string): string =>
  (codeForm.test(code) ? new Intl.DisplayNames(language(), { type: 'language' }).of(code) : undefined) ?? code
