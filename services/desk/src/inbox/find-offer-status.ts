import type { InboxQuestion, Message, Response } from '@askline/client'
import { awaitsVerdict } from '../conversation/awaits-verdict.ts'
import { isContested } from '../conversation/is-contested.ts'

/** Where an offered question stands, for the expert who may take it. */
export type OfferStatus = 'contested' | 'answeredByOthers' | 'automaticAnswer' | 'automaticRejected' | 'forYou' | 'open'

/** The fields that decide the status of an offer. */
export type OfferFacts = {
  offer?: Pick<NonNullable<InboxQuestion['offer']>, 'isOpenToAll'> | null
  state: Pick<InboxQuestion['state'], 'numResponses'>
  conversation?: { messages: Message[]; responses: Pick<Response, 'quickReply' | 'messages'>[] }
}

/** Returns where an offered question stands. It never waits for the asker alone, because the expert may take it. */
export function findOfferStatus({ offer, state, conversation }: OfferFacts): OfferStatus {
  if (conversation && isContested(conversation)) return 'contested'
  if (state.numResponses > 0) return 'answeredByOthers'
  if (conversation?.responses.some(awaitsVerdict)) return 'automaticAnswer'
  if (conversation?.responses.some(({ quickReply }) => quickReply === 'REJECTED')) return 'automaticRejected'
  return offer?.isOpenToAll ? 'open' : 'forYou'
}
