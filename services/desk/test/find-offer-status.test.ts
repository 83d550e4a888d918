import type { InboxQuestion } from '@askline/client'
import { expect, test } from 'vitest'
import { findOfferStatus } from '../src/inbox/find-offer-status.ts'

type Facts = { isOpenToAll?: boolean; numResponses?: number; quickReply?: string }

const offered = ({ isOpenToAll = false, numResponses = 0, quickReply }: Facts) =>
  ({
    offer: { isOpenToAll, dateOffered: '2026-11-02T09:00:00Z', dateDue: null, reasons: [], reasonCodes: [] },
    state: { numResponses },
    conversation: { messages: [], responses: quickReply === undefined ? [] : [{ quickReply, messages: [] }] },
  }) as unknown as InboxQuestion

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
