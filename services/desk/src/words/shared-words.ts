import english from '../../messages/en.json'
import { loadFaults } from './faults.ts'
import { chooseLanguage, openMessages } from './messages.ts'

export type Key = keyof typeof english

const shared = openMessages<Key>(english, { de: () => import('../../messages/de.json') })

/** Chooses the first language of `wished` that there are messages for, else English, and loads the texts that all pages share. */
export async function loadMessages(wished?: readonly string[]): Promise<void> {
  chooseLanguage(wished)
  await Promise.all([shared.load(), loadFaults()])
}

/** Returns the text of `key` in the language in use, with `values` in their places. `n` also chooses the plural form. */
export const say = shared.say
