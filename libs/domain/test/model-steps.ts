import fc from 'fast-check'

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
