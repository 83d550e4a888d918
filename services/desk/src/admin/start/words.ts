import english from '../../../messages/start/en.json'
import { openMessages } from '../../words/messages.ts'
import { type AdminKey, hasText as isOfAdmin, say as sayOfAdmin } from '../words.ts'

const messages = openMessages<OwnKey>(english, { de: () => import('../../../messages/start/de.json') })
await messages.load()

type OwnKey = keyof typeof english
export type StartKey = AdminKey | OwnKey

/** Returns a text of the first steps or one of the administration, as its `say` does. Only the page of the steps loads the first ones. */
export const say = (key: StartKey, values: Record<string, string | number> = {}): string =>
  isOfAdmin(key) ? sayOfAdmin(key, values) : messages.say(key, values)
