import type { InboxQuestion } from '@askline/client'
import { language } from '../words/words.ts'
import { hasText, say } from './words.ts'

type Offer = NonNullable<InboxQuestion['offer']>

/**
 * Returns the `most` strongest reasons of an offer as a part of a sentence, in the language in use where they have a code. An
 * offer without reasons and without an end is open to all experts who may take it.
 */
export function describeReasons({ reasons, reasonCodes, dateDue }: Offer, most = reasons.length): string {
  if (reasons.length === 0) return dateDue === null ? say('reason.open_to_all') : ''
  const texts = reasons.slice(0, most).map((text, at) => {
    const key = `reason.${reasonCodes[at]}`
    return hasText(key) ? say(key) : text
  })
  return new Intl.ListFormat(language(), { type: 'conjunction' }).format(texts)
}
