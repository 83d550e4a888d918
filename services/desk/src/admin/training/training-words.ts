import english from '../../../messages/training/en.json'
import { openMessages } from '../../words/messages.ts'
import { type AdminKey, sayBeside } from '../admin-words.ts'

type OwnKey = keyof typeof english
export type TrainingKey = AdminKey | OwnKey

const messages = openMessages<OwnKey>(english, { de: () => import('../../../messages/training/de.json') })
await messages.load()

export const say = sayBeside(messages)
