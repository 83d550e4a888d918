import english from '../../../messages/webhooks/en.json'
import { openMessages } from '../../words/messages.ts'
import { type AdminKey, sayBeside } from '../admin-words.ts'

type OwnKey = keyof typeof english
export type WebhookKey = AdminKey | OwnKey

const messages = openMessages<OwnKey>(english, { de: () => import('../../../messages/webhooks/de.json') })
await messages.load()

export const say = sayBeside(messages)
