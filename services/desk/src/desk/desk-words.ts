import english from '../../messages/desk/en.json'
import { openMessages } from '../words/messages.ts'
import { type Key as SharedKey, say as sayShared } from '../words/shared-words.ts'

type OwnKey = keyof typeof english
export type DeskKey = SharedKey | OwnKey

const messages = openMessages<OwnKey>(english, { de: () => import('../../messages/desk/de.json') })

/** Loads the texts of the desk in the language that `loadMessages` chose. */
export const loadDeskMessages = messages.load

/** Returns a text that only the desk has, or `text` if the name is unknown. */
export const sayOr = messages.sayOr

/** Returns a text of the desk or one that it shares with the asker's pages, as their `say` does. Askers do not load the first ones. */
export const say = (key: DeskKey, values: Record<string, string | number> = {}): string =>
  messages.hasText(key) ? messages.say(key, values) : sayShared(key, values)
