import english from '../../../messages/start/en.json'
import { openMessages } from '../../words/messages.ts'
import { type AdminKey, sayBeside } from '../admin-words.ts'

type OwnKey = keyof typeof english
export type StartKey = AdminKey | OwnKey

const messages = openMessages<OwnKey>(english, { de: () => import('../../../messages/start/de.json') })
await messages.load()

export const say = sayBeside(messages)
