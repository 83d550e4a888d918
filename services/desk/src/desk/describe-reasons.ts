import type { InboxQuestion } from '@askline/client'
import { language } from '../words/messages.ts'
import { sayOr } from './desk-words.ts'

type Offer = NonNullable<InboxQuestion['offer']>

/** Returns the `most` strongest reasons of an offer as a part of a sentence, in the language in use if they have a code. */
export function describeReasons({ reasons, reasonCodes }: Offer, most = reasons.length): string {
  const texts = reasons.slice(0, most).map((text, at) => sayOr(`reason.${reasonCodes[at]}`, text))
  return new Intl.ListFormat(language(), { type: 'conjunction' }).format(texts)
}
