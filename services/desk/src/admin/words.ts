import english from '../../messages/admin/en.json'
import { openMessages } from '../words/words.ts'

const messages = openMessages<AdminKey>(english, { de: () => import('../../messages/admin/de.json') })
await messages.load()

export type AdminKey = keyof typeof english

/** Returns whether the administration has a text of that name. */
export const hasText = (name: string): name is AdminKey => Object.hasOwn(english, name)

/** Returns a text of the administration, as `say` of the other pages does. Only admins load these messages. */
export const say = messages.say
