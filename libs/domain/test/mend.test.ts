import { type DeadlineName, deadlineNames, questionStatuses } from '@askline/contracts'
import { newId } from '@askline/db'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Facts } from '../src/changes/change.ts'
import type { State } from '../src/changes/state.ts'
import { claimQuestion } from '../src/questions/claim.ts'
import { rerouteQuestion } from '../src/questions/reroute.ts'
import { markAsResolved, respond } from '../src/questions/respond.ts'
import { closeQuestion } from '../src/questions/settle.ts'
import { mend, mending } from '../src/routing/mend.ts'
import { waveOf } from '../src/routing/offer.ts'
import { people, QuestionInMemory } from './question-in-memory.ts'

const ada = { kind: 'user', userId: people.ada, companyId: people.companyId } as const
const bruno = { kind: 'expert', userId: people.bruno, companyId: people.companyId } as const

function asked() {
  return new QuestionInMemory({})
}
function offered() {
  const one = asked()
  const { id: questionId, wave, round } = one.question
  const experts = [{ expertId: people.bruno, score: 1, reasons: [] }]
  const plan = {
    questionId,
    companyId: people.companyId,
    expectedWave: wave,
    expectedRound: round,
    isLast: false,
    experts,
  }
  one.make(waveOf({ ...plan, offerMs: 90_000, lastResponseMs: 0, isWave: true }))
  return one
}
function claimed() {
  const one = offered()
  one.make(claimQuestion(bruno, { questionId: one.question.id }))
  return one
}
function answered() {
  const one = offered()
  one.make(respond(bruno, { questionId: one.question.id, text: 'So.' }))
  return one
}
function marked() {
  const one = answered()
  one.make(markAsResolved(bruno, { responseId: one.responses[0]?.id ?? '' }))
  return one
}
function rerouted() {
  const one = asked()
  one.make(rerouteQuestion(ada, { questionId: one.question.id }))
  return one
}
function closed() {
  const one = asked()
  one.make(closeQuestion(ada, { questionId: one.question.id }))
  return one
}
const states = { asked, offered, claimed, answered, marked, rerouted, closed }

const now = new Date('2026-01-05T10:00:00.000Z')
const time = expect.any(Date)

describe('nothing is broken in a question that is', () => {
  test.each(Object.entries(states))('%s', (_, make) => {
    const { facts } = make()
    expect(mend(facts)).toMatchObject({ broken: [], decision: { set: {}, closes: [], removes: [] } })
  })
})

describe('what is broken is found and mended:', () => {
  test.each<[keyof typeof states, Partial<State>, string[], Partial<State>]>([
    ['asked', { waveDueAt: null }, ['experts-have-offer-or-wave'], { waveDueAt: time }],
    ['asked', { openToAllAt: now }, ['open-after-wave'], { openToAllAt: null }],
    ['asked', { escalationDueAt: null }, ['experts-clock-runs'], { escalationDueAt: time }],
    ['asked', { expiryDueAt: null }, ['unresolved-expires'], { expiryDueAt: time }],
    ['asked', { status: 'RESOLVED' }, ['open-status-is-open'], { turn: null, closedAt: time, expiryDueAt: null }],
    ['asked', { turn: 'asker', waveDueAt: null }, ['asker-has-answer'], { turn: 'experts', waveDueAt: time }],
    ['asked', { turn: 'agents', waveDueAt: null }, ['agents-only-when-rerouted'], { turn: 'experts' }],
    ['asked', { opinionOf: people.bruno }, ['second-opinion-ends'], { opinionDueAt: time }],
    [
      'asked',
      { type: 'ONE_TO_MANY', holderId: people.bruno, leaseDueAt: now },
      ['one-to-many-is-not-held'],
      { holderId: null },
    ],
    ['asked', { leaseDueAt: now }, ['lease-has-holder'], { leaseDueAt: null }],
    ['asked', { holdDueAt: now }, ['hold-is-the-askers'], { holdDueAt: null }],
    ['asked', { silenceDueAt: now }, ['silence-is-the-askers'], { silenceDueAt: null }],
    ['claimed', { units: 0 }, ['held-question-weighs'], { units: 1 }],
    ['claimed', { leaseDueAt: null }, ['holder-has-lease'], { leaseDueAt: time }],
    ['claimed', { opinionDueAt: now }, ['second-opinion-ends'], { opinionDueAt: null }],
    ['claimed', { waveDueAt: now }, ['wave-seeks-experts'], { waveDueAt: null }],
    ['claimed', { approvalDueAt: now }, ['approval-has-mark'], { approvalDueAt: null }],
    ['answered', { numResponses: 7 }, ['counts-its-responses'], { numResponses: 1, updatedAt: time, changedAt: time }],
    ['answered', { leaseDueAt: now }, ['lease-has-holder'], { leaseDueAt: null }],
    ['answered', { promptDueAt: now, escalationDueAt: now }, ['experts-clock-stops'], { promptDueAt: null }],
    ['answered', { approvalDueAt: now }, ['approval-has-mark'], { approvalDueAt: null }],
    ['answered', { expiryDueAt: now }, ['answered-does-not-expire'], { expiryDueAt: null }],
    ['answered', { silenceDueAt: null }, ['silence-ends'], { silenceDueAt: time, expiresAt: time }],
    ['marked', { approvalDueAt: null, expiresAt: null }, ['mark-is-approved'], { approvalDueAt: time }],
    ['rerouted', { turn: 'experts' }, ['rerouted-with-agents'], { turn: 'agents' }],
    ['rerouted', { turn: 'asker' }, ['rerouted-with-agents'], { turn: 'agents' }],
    ['rerouted', { expiryDueAt: now }, ['rerouted-with-agents'], { expiryDueAt: null }],
    ['closed', { waveDueAt: now }, ['closed-has-no-deadline'], { waveDueAt: null }],
    ['closed', { status: 'CLOSED_BY_ESCALATION' }, ['closed-status-is-closed'], { closedAt: null, turn: 'agents' }],
  ])('%s, %o', (state, damage, broken, mended) => {
    const one = states[state]()
    one.question = { ...one.question, ...damage }
    const found = mend(one.facts)

    expect(found.broken).toEqual(broken)
    expect(found.decision).toMatchObject({ event: undefined, set: mended })
    one.make(mending(people.companyId, one.question.id))
    expect(mend(one.facts).broken).toEqual([])
  })

  test('an offer of what is taken, and a prompt on what is closed', () => {
    const [taken, ended] = [claimed(), closed()]
    taken.offers.push({ ...offered().offers[0]!, id: newId(), expertId: people.carla })
    const prompt = {
      id: newId(),
      type: 'MARK_AS_RESOLVED_MESSAGE',
      responseId: null,
      untilPersonWrites: false,
    } as const
    ended.prompts.push(prompt)

    expect(mend(taken.facts)).toMatchObject({
      broken: ['no-offer-of-what-is-taken'],
      decision: { set: {}, event: 'OFFER_CLOSED', jobs: [], closes: [{ expertId: people.carla, status: 'withdrawn' }] },
    })
    expect(mend(ended.facts)).toMatchObject({
      broken: ['no-prompt-on-what-is-closed'],
      decision: { set: {}, removes: [prompt.id] },
    })
  })
})

test('an offer is withdrawn from an expert who is not available, and routing goes on', () => {
  const one = offered()
  const expert = one.people.get(people.bruno)?.expert
  if (expert) expert.availability = 'AWAY'

  expect(mend(one.facts)).toMatchObject({
    broken: ['no-offer-to-the-absent'],
    decision: {
      event: 'OFFER_CLOSED',
      closes: [{ expertId: people.bruno, status: 'withdrawn', reason: 'expert is not available' }],
      jobs: [{ job: 'route-question' }],
    },
  })
  // Without their names the change reads nothing of them.
  expect(one.make(mending(people.companyId, one.question.id))).toMatchObject({ event: undefined, closes: [] })
  expect(one.make(mending(people.companyId, one.question.id, [people.bruno]))).toMatchObject({ event: 'OFFER_CLOSED' })
})

test('whatever is broken together is mended in three passes at most, and then nothing changes', () => {
  const due = fc.option(fc.integer({ min: -60, max: 60 }).map((minutes) => new Date(now.getTime() + minutes * 60_000)))
  const dues = Object.fromEntries(deadlineNames.map((name) => [`${name}DueAt`, due])) as Record<
    `${DeadlineName}DueAt`,
    typeof due
  >
  const damage = fc.record(
    {
      ...dues,
      status: fc.constantFrom(...questionStatuses),
      turn: fc.constantFrom('experts', 'asker', 'agents', null),
      type: fc.constantFrom('ONE_TO_ONE', 'ONE_TO_MANY'),
      holderId: fc.constantFrom(people.bruno, null),
      opinionOf: fc.constantFrom(people.bruno, null),
      closedAt: fc.constantFrom(now, null),
      openToAllAt: fc.constantFrom(now, null),
      expiresAt: due,
      numResponses: fc.integer({ min: 0, max: 3 }),
      units: fc.integer({ min: 0, max: 3 }),
      wave: fc.integer({ min: 0, max: 2 }),
    },
    { requiredKeys: [] },
  )
  const state = fc.constantFrom(...Object.values(states))
  fc.assert(
    fc.property(state, damage, (make, broken) => {
      const one = make()
      one.now = now
      one.question = { ...one.question, ...(broken as Partial<Facts['question']>) }
      for (let pass = 0; pass < 3; pass++) one.make(mending(people.companyId, one.question.id))
      expect(mend(one.facts)).toMatchObject({ broken: [], decision: { set: {} } })
    }),
    { numRuns: 1_000 },
  )
})
