import english from '../../messages/record/en.json'
import { openMessages } from '../words/messages.ts'

const messages = openMessages<RecordKey>(english, { de: () => import('../../messages/record/de.json') })
await messages.load()

export type RecordKey = keyof typeof english

/** Returns a text of an expert's record, as `say` of the other pages does. Only pages with a record load these messages. */
export const say = messages.say
