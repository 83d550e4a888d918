import type { Message } from '@askline/client'
import { expect, test } from 'vitest'
import { isContested } from '../src/conversation/is-contested.ts'

const at = '2026-11-24T12:00:00Z'

function message(id: number, type: Message['type'], author: Message['author']['type']): Message {
  const uuid = `00000000-0000-4000-8000-00000000000${id}`
  return {
    id,
    uuid,
    type,
    dateCreated: at,
    lastUpdated: at,
    author: { uuid, name: 'Ada', type: author, avatarUrl: null },
    body: '',
    bodyHtml: '',
    actions: [],
    isViewedByUser: true,
    externalId: null,
    externalIds: [],
    responseUuid: null,
    questionUuid: uuid,
  }
}

const answer = message(1, 'MESSAGE', 'EXPERT')
const contested = message(2, 'CONTESTED_MARK_AS_RESOLVED_MESSAGE', 'SYSTEM')
const asked = message(3, 'MESSAGE', 'USER')
const answeredAgain = message(4, 'MESSAGE', 'EXPERT')

test.each([
  ['was only answered', [answer], false],
  ['was contested', [answer, contested], true],
  ['was contested, and the asker wrote more', [answer, contested, asked], true],
  ['was contested and answered again', [answer, contested, asked, answeredAgain], false],
])('a question that %s is contested or not', (_, messages, expected) => {
  expect(isContested({ messages, responses: [] })).toBe(expected)
})
