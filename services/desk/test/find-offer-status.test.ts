import type { Response } from '@askline/client'
import { expect, test } from 'vitest'
import { findOfferStatus, type OfferFacts } from '../src/inbox/find-offer-status.ts'

type QuickReply = Response['quickReply']
type Facts = { isOpenToAll?: boolean; numResponses?: number; quickReply?: QuickReply }

const offered = ({ isOpenToAll = false, numResponses = 0, quickReply }: Facts): OfferFacts => ({
  offer: { isOpenToAll },
  state: { numResponses },
  conversation: { messages: [], responses: quickReply === undefined ? [] : [{ quickReply, messages: [] }] },
})

test.each<[string, Facts, string]>([
  ['an own offer waits for its expert', {}, 'forYou'],
  ['an open question waits for any expert', { isOpenToAll: true }, 'open'],
  ['an undecided automatic answer does not make it wait for the asker', { quickReply: 'PENDING' }, 'automaticAnswer'],
  ['nor does one that the asker has opened', { quickReply: 'OPENED' }, 'automaticAnswer'],
  ['a rejected automatic answer did not help', { quickReply: 'REJECTED' }, 'automaticRejected'],
  ['others have answered it', { numResponses: 2 }, 'answeredByOthers'],
])('%s', (_rule, facts, status) => {
  expect(findOfferStatus(offered(facts))).toBe(status)
})
