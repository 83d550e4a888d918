import { language } from './words.ts'

/** The name of a language, by its ISO 639-1 code, in the language in use. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames(language(), { type: 'language' }).of(code) ?? code
