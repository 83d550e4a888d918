import english from '../../messages/admin/en.json'
import { loadCodes, openMessages, type Values } from '../words/messages.ts'

const messages = openMessages<AdminKey>(english, { de: () => import('../../messages/admin/de.json') })
await messages.load()

const codes = await loadCodes({ de: () => import('../../messages/admin/codes/de.json') })

/** Returns what a code of the API means in the language in use; `undefined` if only the API has words for it. */
export const codeText = (code: string, values: Values = {}): string | undefined =>
  codes[code]?.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))

export type AdminKey = keyof typeof english

/** Returns whether the administration has a text of that name. */
export const hasText = messages.hasText

/** Returns a text of the administration, or `text` if the name is unknown. */
export const sayOr = messages.sayOr

/** Returns a `say` for the texts of some pages of the administration, which only these load, and for those of all. */
export const sayBeside =
  <OwnKey extends string>(own: { say(key: OwnKey, values?: Values): string }) =>
  (key: AdminKey | OwnKey, values: Values = {}): string =>
    hasText(key) ? say(key, values) : own.say(key, values)

/** Returns a text of the administration, as `say` of the other pages does. Only admins load these messages. */
export const say = messages.say
