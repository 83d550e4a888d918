import english from '../../messages/admin/en.json'
import { language, openMessages } from '../words/words.ts'

const messages = openMessages<AdminKey>(english, { de: () => import('../../messages/admin/de.json') })
await messages.load()

/** What the API says in English, by its codes. English pages show the API's own sentences. */
const codes: Record<string, string> =
  language() === 'de' ? (await import('../../messages/admin/codes/de.json')).default : {}

/** Returns what a code of the API means in the language in use; `undefined` if only the API has words for it. */
export const codeText = (code: string, values: Record<string, string | number> = {}): string | undefined =>
  codes[code]?.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))

export type AdminKey = keyof typeof english

/** Returns whether the administration has a text of that name. */
export const hasText = (name: string): name is AdminKey => Object.hasOwn(english, name)

/** Returns a text of the administration, as `say` of the other pages does. Only admins load these messages. */
export const say = messages.say
