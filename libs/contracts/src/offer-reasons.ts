/**
 * Why an expert was chosen for an offer: each sentence of `libs/text` with its code. Offers store the sentences; clients that
 * speak other languages translate the codes.
 */
export const offerReasons = {
  accepted_by_asker: 'gave this asker an accepted answer',
  answered_asker: 'has answered this asker before',
  accepted_on_similar: 'gave accepted answers to similar questions',
  answered_similar: 'answered similar questions',
  same_words: 'answered questions with the same words',
  topic_in_profile: 'names this topic in the profile',
  high_level: 'declares a high level in this topic',
  active_now: 'answered within the last days',
  active_lately: 'has been answering lately',
  mostly_accepted: 'most answers get accepted',
  usual_hour: 'often answers at this hour',
  earns_record: 'has given fewer than 5 answers and is asked so as to earn a record',
} as const

const codes: ReadonlyMap<string, string> = new Map(Object.entries(offerReasons).map(([code, text]) => [text, code]))

/** Returns the code of a sentence; null if it has none. */
export const offerReasonCode = (reason: string): string | null => codes.get(reason) ?? null
