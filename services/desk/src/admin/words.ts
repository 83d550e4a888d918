import english from '../../messages/admin/en.json'
import { loadCodes, openMessages } from '../words/messages.ts'

const messages = openMessages<AdminKey>(english, { de: () => import('../../messages/admin/de.json') })
await messages.load()

const codes = await loadCodes({ de: () => import('../../messages/admin/codes/de.json') })

/** Returns what a code of the API means in the language in use; `undefined` if only the API has words for it. */
export const codeText = (code: string, values: Record<string, string | number> = {}): string | undefined =>
  codes[code]?.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))

export type AdminKey = keyof typeof english

/** Returns whether the administration has a text of that name. */
export const hasText = (name: string): name is AdminKey => Object.hasOwn(english, name)

/** Returns a text of the administration, as `say` of the other pages does. Only admins load these messages. */
export const say = messages.say
