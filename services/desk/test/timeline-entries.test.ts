import type { QuestionEvent, RoutingExplanation } from '@askline/client'
import { expect, test } from 'vitest'
import { timelineEntriesOf } from '../src/admin/questions/timeline-entries.ts'

type Decision = RoutingExplanation['decisions'][number]

const changed = (seq: number, type: string, second: number) =>
  ({ seq, type, date: `2026-11-22T20:05:0${second}Z` }) as QuestionEvent
const decided = (kind: string, wave: number, second: number) =>
  ({ kind, wave, date: `2026-11-22T20:05:0${second}Z` }) as Decision
const named = (entries: ReturnType<typeof timelineEntriesOf>) =>
  entries.map((entry) => (entry.at === 'event' ? entry.event.type : `${entry.decision.kind} ${entry.decision.wave}`))

test('a wave stands where its offers were made, also among changes of one second', () => {
  const events = [
    changed(1, 'QUESTION_APPROVED', 1),
    changed(2, 'QUESTION_OFFERED', 1),
    changed(3, 'QUESTION_CLAIMED', 1),
    changed(4, 'QUESTION_RELEASED', 2),
    changed(5, 'QUESTION_OFFERED', 2),
    changed(6, 'QUESTION_CLAIMED', 2),
  ]

  expect(named(timelineEntriesOf(events, [decided('wave', 2, 2), decided('wave', 1, 1)]))).toEqual([
    'QUESTION_APPROVED',
    'wave 1',
    'QUESTION_CLAIMED',
    'QUESTION_RELEASED',
    'wave 2',
    'QUESTION_CLAIMED',
  ])
})

test('offers are shown as changes if no wave was recorded', () => {
  const events = [changed(1, 'QUESTION_APPROVED', 1), changed(2, 'QUESTION_OFFERED', 1)]

  expect(named(timelineEntriesOf(events, []))).toEqual(['QUESTION_APPROVED', 'QUESTION_OFFERED'])
})
