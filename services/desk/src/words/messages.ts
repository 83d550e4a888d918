import { directionOf } from './direction.ts'

/** A text with `{name}` places, or one for each plural form of `{n}`. */
type Entry = string | { one: string; other: string }
export type Values = Record<string, string | number>

const directionControls = /[\u202a-\u202e\u2066-\u2069]/g

const locales = ['en', 'de'] as const
export type Locale = (typeof locales)[number]
/** The languages other than English, each loaded when it is needed. */
type Others<Name extends string, Text = Entry> = Record<
  Exclude<Locale, 'en'>,
  () => Promise<{ default: Record<Name, Text> }>
>

let locale: Locale = 'en'
/** The tag of the browser that named the language, such as `en-GB`: regions differ in numbers and dates. */
let tagInUse = 'en'
let plurals = new Intl.PluralRules('en')

/** Chooses the first language of `wished` that there are messages for, else English, and names it and its direction in the document. */
export function chooseLanguage(wished: readonly string[] = navigator.languages): void {
  tagInUse = wished.find((tag) => isLocale(languageOf(tag))) ?? 'en'
  const found = languageOf(tagInUse)
  locale = isLocale(found) ? found : 'en'
  plurals = new Intl.PluralRules(locale)
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}

const languageOf = (tag: string) => tag.slice(0, 2).toLowerCase()

const isLocale = (tag: string): tag is Locale => (locales as readonly string[]).includes(tag)

/** The language in use. */
export const localeInUse = (): Locale => locale

/** The language in use with the browser's region, for `Intl`. */
export const language = (): string => tagInUse

/**
 * Opens the messages of a part of the pages. `load` fetches the language in use. `say` puts `values` into a text: `n` also chooses
 * the plural form. `sayOr` returns `text` if there is no message of that name, because a newer API may know more names.
 */
export function openMessages<Name extends string>(english: Record<Name, Entry>, others: Others<Name>) {
  let messages = english
  const hasText = (name: string): name is Name => Object.hasOwn(english, name)
  function say(key: Name, values: Values = {}): string {
    const entry: Entry | undefined = messages[key]
    // A newer API may name what these messages do not know yet.
    if (entry === undefined) return key.slice(key.indexOf('.') + 1)
    const text =
      typeof entry === 'string' ? entry : entry[plurals.select(Number(values['n'])) === 'one' ? 'one' : 'other']
    return text.replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name]
      if (value === undefined) return place
      // A name with controls of direction would turn the rest of the sentence around.
      return typeof value === 'number' ? value.toLocaleString(tagInUse) : value.replace(directionControls, '')
    })
  }
  return {
    async load(): Promise<void> {
      messages = locale === 'en' ? english : (await others[locale]()).default
    },
    hasText,
    say,
    sayOr: (name: string, text: string): string => (hasText(name) ? say(name) : text),
  }
}

/** Returns the texts of codes in the language in use. In English there are none: the API's own sentences are shown. */
export const loadCodes = async (others: Others<string, string>): Promise<Record<string, string>> =>
  locale === 'en' ? {} : (await others[locale]()).default
