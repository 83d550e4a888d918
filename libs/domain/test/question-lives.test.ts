import { isDeepStrictEqual } from 'node:util'
import { newId } from '@askline/db'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../src/actors.ts'
import type { Change } from '../src/changes/change.ts'
import { DomainError } from '../src/errors.ts'
import { automaticResponse, confirmation } from '../src/questions/auto-response.ts'
import { ratingOf } from '../src/questions/rate.ts'
import { reading } from '../src/questions/read.ts'
import { escalation } from '../src/questions/reroute.ts'
import { review } from '../src/questions/settle.ts'
import { meet } from '../src/routing/due.ts'
import { mend } from '../src/routing/mend.ts'
import { waveOf } from '../src/routing/offer.ts'
import { lack } from '../src/routing/reroute-for-lack.ts'
import { Model } from './model.ts'
import { anyLife, changeOf, responseOf, type Step, ticks } from './model-steps.ts'
import { people, QuestionInMemory } from './question-in-memory.ts'

// The same model as in question-model.test.ts, which compares it with the database.

const { companyId } = people
const [weight, waitingWeight] = [3, 1]
const experts = ['bruno', 'carla'] as const
const lives = 10_000

// Half of all steps are refused, and the stacks of their errors would take as long as everything else.
const { stackTraceLimit } = Error
beforeAll(() => {
  Error.stackTraceLimit = 0
})
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit
})

test('whatever anybody does in whatever order, the functions that decide changes follow the rules', () => {
  fc.assert(
    fc.property(anyLife, (steps) => {
      const model = new Model()
      const question = new QuestionInMemory({ weight, waitingWeight })
      for (const [place, step] of steps.entries()) {
        const expected = { verdict: model.take(step), ...expectedOf(model) }
        const found = { verdict: attempt(question, step), ...stateOf(question) }
        if (mend(question.facts).broken.length > 0)
          expect({ after: steps.slice(0, place + 1), broken: mend(question.facts).broken }).toEqual({ broken: [] })
        // The comparison of Vitest is too slow for each step.
        if (!isDeepStrictEqual(found, expected))
          expect({ after: steps.slice(0, place + 1), ...found }).toEqual(expected)
      }
    }),
    { numRuns: lives },
  )
}, 120_000)

const plainType = (type: string) => type.replace(/(_SYSTEM)?_MESSAGE$/, '')

function stateOf({ question: q, responses, offers, prompts, people: all, events }: QuestionInMemory) {
  const loadOf = (name: (typeof experts)[number]) => all.get(people[name])?.expert?.load
  return {
    status: q.status,
    turn: q.turn,
    version: q.version,
    events: [...events],
    isRerouted: q.isRerouted,
    isClosed: q.closedAt !== null,
    isOpened: q.openToAllAt !== null,
    numResponses: q.numResponses,
    holder: q.status === 'UNRESOLVED' || q.status === 'CLOSED_BY_ESCALATION' ? q.holderId : null,
    loads: experts.map(loadOf),
    offered: experts.filter((name) =>
      offers.some(({ expertId, status }) => expertId === people[name] && status === 'pending'),
    ),
    clocks: ticks.filter((clock) => q[`${clock}DueAt`] !== null),
    replies: responses.map(({ quickReply }) => quickReply),
    messages: prompts
      .map(
        ({ type, responseId }) =>
          `${responseId === null ? 'q' : responses.findIndex(({ id }) => id === responseId)}:${plainType(type)}`,
      )
      .sort(),
  }
}

function expectedOf(model: Model): ReturnType<typeof stateOf> {
  const holder = model.status === 'UNRESOLVED' ? model.holder : model.agent
  return {
    status: model.status as ReturnType<typeof stateOf>['status'],
    turn: model.turn,
    version: model.version,
    events: [...model.events],
    isRerouted: model.rerouted,
    isClosed: model.isClosed,
    isOpened: model.isOpened,
    numResponses: model.numResponses,
    holder:
      (model.status === 'UNRESOLVED' || model.status === 'CLOSED_BY_ESCALATION') && holder ? people[holder] : null,
    loads: experts.map((name) => (model.holder === name ? model.units(weight, waitingWeight) : 0)),
    offered: experts.filter((name) => model.pending.has(name)),
    clocks: ticks.filter((clock) => model.clocks.has(clock)),
    replies: model.responses.map(({ reply }) => reply ?? null),
    messages: model.messages.map(({ at, type }) => `${at}:${type}`).sort(),
  }
}

/** Makes a step, and says what it did, in the words of the model. */
function attempt(question: QuestionInMemory, step: Step): ReturnType<Model['take']> {
  const change = changeFor(question, step)
  if (!change) return 'nothing'
  try {
    const { event } = question.make(change)
    return event === undefined || event === 'OFFER_CLOSED' ? 'nothing' : 'moved'
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    // Routing makes no use of a plan that was overtaken.
    return ['offer', 'open', 'hopeless', 'lack'].includes(step.do) ? 'nothing' : 'refused'
  }
}

/** Returns the change that a step asks for. `undefined` if nobody asks for one: no offer while one is open, no deadline that is not set. */
function changeFor(question: QuestionInMemory, step: Step): Change | undefined {
  const { id: questionId } = question.question
  const { responses } = question
  const ada = { kind: 'user', userId: people.ada, companyId } as const
  const system: Actor = { kind: 'system', companyId }
  const responseId = responseOf(step, responses) ?? people.ada
  switch (step.do) {
    case 'offer':
    case 'open':
      return waveTo(question, step.do === 'offer' ? step.to.map((name) => people[name]) : [])
    case 'escalate':
      return escalation({ kind: 'expert', userId: people[step.by], companyId }, { questionId }, true)
    case 'respondAutomatically':
      return automaticResponse(system, questionId, { text: 'A known answer', sourceId: newId(), confidence: 1 })
    case 'confirmAutomatic':
      return confirmation(ada, { responseId, quickReply: step.quickReply, knowledgeId: undefined })
    case 'hopeless':
      return lack(system, questionId, 'HOPELESS')
    case 'lack':
      return lack(system, questionId, 'BY_LACK_OF_EXPERTS')
    case 'review':
      return review(ada, { questionId, confirm: step.confirm })
    case 'rate':
      return ratingOf(ada, { responseId, rating: step.rating })
    case 'read':
      return reading(ada, { responseId, hasNews: question.read(responseId) })
    case 'tick': {
      const deadline = `${step.what}DueAt` as const
      if (question.question[deadline] === null) return undefined
      question.question = { ...question.question, [deadline]: question.now }
      return { actor: system, of: { questionId }, decide: meet(step.what, system) }
    }
    default:
      return changeOf(step, { people, questionId, responses })
  }
}

function waveTo({ question: q, offers }: QuestionInMemory, expertIds: string[]): Change | undefined {
  if (offers.some(({ status }) => status === 'pending')) return undefined
  return waveOf({
    questionId: q.id,
    companyId,
    expectedWave: q.wave,
    expectedRound: q.round,
    isLast: expertIds.length === 0,
    isWithoutOffers: expertIds.length === 0,
    isWave: true,
    offerMs: 90_000,
    lastResponseMs: 61_000,
    experts: expertIds.map((expertId) => ({ expertId, score: 1, reasons: [] })),
  })
}
