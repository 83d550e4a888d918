import english from '../../../messages/training/en.json'
import { openMessages } from '../../words/messages.ts'
import { type AdminKey, hasText as isOfAdmin, say as sayOfAdmin } from '../words.ts'

const messages = openMessages<OwnKey>(english, { de: () => import('../../../messages/training/de.json') })
await messages.load()

type OwnKey = keyof typeof english
export type TrainingKey = AdminKey | OwnKey

/** Returns a text of the training pages or one of the administration, as its `say` does. Only the training pages load the first ones. */
export const say = (key: TrainingKey, values: Record<string, string | number> = {}): string =>
  isOfAdmin(key) ? sayOfAdmin(key, values) : messages.say(key, values)
