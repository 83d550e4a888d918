import type { Cast } from '@askline/testing'
import fc from 'fast-check'
import type { Change } from '../src/changes/change.ts'
import { addMessage } from '../src/questions/add-message.ts'
import { addAgentMessage, releaseAsAgent, resolveByAgent, takeAsAgent } from '../src/questions/agents.ts'
import { claimQuestion, declineQuestion, releaseQuestion } from '../src/questions/claim.ts'
import { addTestimonial } from '../src/questions/rate.ts'
import { rerouteQuestion } from '../src/questions/reroute.ts'
import { markAsResolved, respond } from '../src/questions/respond.ts'
import { acceptResponse, closeQuestion, expireQuestion } from '../src/questions/settle.ts'

export type Expert = 'bruno' | 'carla'
export type Agent = 'dora' | 'dean'

export const ticks = ['prompt', 'escalation', 'lease', 'approval', 'silence', 'hold', 'expiry', 'opinion'] as const
export type Tick = (typeof ticks)[number]

export type Step =
  | { do: 'offer'; to: Expert[] }
  | { do: 'claim' | 'release' | 'decline' | 'respond' | 'expertWrites' | 'mark' | 'escalate'; by: Expert }
  | { do: 'askerWrites' | 'reroute' | 'withdraw' | 'closeByCompany' | 'expire' }
  | { do: 'agentWrites' | 'agentTakes' | 'agentReleases' | 'resolveByAgent'; agent: Agent }
  // Moves of routing: it gives a known answer, or reroutes to agents because no expert can take or would resolve the question.
  | { do: 'respondAutomatically' | 'hopeless' | 'lack' | 'open' }
  | { do: 'confirmAutomatic'; nth: number; quickReply: 'ACCEPTED' | 'REJECTED' }
  | { do: 'review'; confirm: boolean }
  | { do: 'accept' | 'thank' | 'read'; nth: number }
  | { do: 'rate'; nth: number; rating: 'POSITIVE_5' | 'NEGATIVE_5' }
  | { do: 'tick'; what: Tick }

const by = fc.constantFrom<Expert>('bruno', 'carla')
const nth = fc.integer({ min: 0, max: 2 })
const plain = <D extends string>(...names: D[]) => fc.record({ do: fc.constantFrom(...names) })
const byAgent = <D extends string>(...names: D[]) =>
  fc.record({ do: fc.constantFrom(...names), agent: fc.constantFrom<Agent>('dora', 'dean') })
/** A step of anybody's, likely ones more often. */
const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('offer' as const),
      to: fc.subarray<Expert>(['bruno', 'carla'], { minLength: 1 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('claim' as const, 'respond' as const), by }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'release' as const,
        'decline' as const,
        'expertWrites' as const,
        'mark' as const,
        'escalate' as const,
      ),
      by,
    }),
  },
  { weight: 2, arbitrary: plain('open') },
  { weight: 3, arbitrary: plain('askerWrites') },
  { weight: 2, arbitrary: byAgent('agentWrites', 'agentTakes', 'agentReleases', 'resolveByAgent') },
  { weight: 3, arbitrary: plain('respondAutomatically') },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('confirmAutomatic' as const),
      nth: fc.constantFrom(0, 0, 0, 1),
      quickReply: fc.constantFrom('ACCEPTED' as const, 'REJECTED' as const),
    }),
  },
  { weight: 1, arbitrary: plain('hopeless', 'lack') },
  { weight: 1, arbitrary: plain('reroute', 'withdraw', 'closeByCompany', 'expire') },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('review' as const), confirm: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('accept' as const, 'thank' as const, 'read' as const), nth }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('rate' as const),
      nth,
      rating: fc.constantFrom('POSITIVE_5' as const, 'NEGATIVE_5' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('tick' as const), what: fc.constantFrom(...ticks) }),
  },
) as fc.Arbitrary<Step>

const offered: Step = { do: 'offer', to: ['bruno', 'carla'] }
const answered: Step[] = [offered, { do: 'respond', by: 'bruno' }]
/** Common beginnings, because random steps alone seldom come further. */
const beginnings: Step[][] = [
  [],
  [offered, { do: 'claim', by: 'bruno' }],
  answered,
  [...answered, { do: 'askerWrites' }],
  [...answered, { do: 'tick', what: 'silence' }],
  [{ do: 'respondAutomatically' }],
  [{ do: 'reroute' }],
]

/** Everything that happens to one question after it was asked. */
export const anyLife: fc.Arbitrary<Step[]> = fc
  .tuple(fc.constantFrom(...beginnings), fc.array(anyStep, { minLength: 4, maxLength: 20 }))
  .map(([beginning, steps]) => [...beginning, ...steps])

/** A question with its responses, and the people around it. */
export type Place = {
  people: Pick<Cast, 'companyId' | 'integrationId' | 'ada' | Expert | Agent>
  questionId: string
  responses: { id: string; authorId: string | null | undefined }[]
}

/** Returns the change that a step asks for. `undefined` for a step that is more than one change: each test takes those by itself. */
export function changeOf(step: Step, { people, questionId, responses }: Place): Change | undefined {
  const { companyId, integrationId, ada } = people
  const asker = { kind: 'user', userId: ada, companyId } as const
  const who = { kind: 'expert', userId: 'by' in step ? people[step.by] : '', companyId } as const
  const staff = { kind: 'agent', userId: 'agent' in step ? people[step.agent] : '', companyId } as const
  const words = { text: 'Words', externalIds: [] }
  // Without the response, the id of a person: no response has it.
  const mine = responses.find(({ authorId }) => authorId === who.userId)?.id ?? ada
  const responseId = responseOf(step, responses) ?? ada
  switch (step.do) {
    case 'claim':
      return claimQuestion(who, { questionId })
    case 'release':
      return releaseQuestion(who, { questionId })
    case 'decline':
      return declineQuestion(who, { questionId })
    case 'respond':
      return respond(who, { questionId, text: 'An answer' })
    case 'expertWrites':
      return addMessage(who, { responseId: mine, ...words })
    case 'mark':
      return markAsResolved(who, { responseId: mine })
    case 'askerWrites':
      return addMessage(asker, { questionId, ...words })
    case 'reroute':
      return rerouteQuestion(asker, { questionId })
    case 'withdraw':
      return closeQuestion(asker, { questionId })
    case 'closeByCompany':
      return closeQuestion({ kind: 'integration', integrationId, companyId }, { questionId })
    case 'expire':
      return expireQuestion(asker, { questionId })
    case 'agentWrites':
      return addAgentMessage(staff, { questionId, ...words })
    case 'agentTakes':
      return takeAsAgent(staff, { questionId })
    case 'agentReleases':
      return releaseAsAgent(staff, { questionId })
    case 'resolveByAgent':
      return resolveByAgent(staff, { questionId })
    case 'accept':
      return acceptResponse(asker, { responseId })
    case 'thank':
      return addTestimonial(asker, { responseId, text: 'Thank you' })
    default:
      return undefined
  }
}

/** Returns the id of the response that a step names. */
export const responseOf = (step: Step, responses: Place['responses']): string | undefined =>
  'nth' in step ? responses[step.nth]?.id : undefined
