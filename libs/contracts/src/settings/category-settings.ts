import { type Static, Type } from 'typebox'
import {
  closed,
  count,
  declareSetting,
  defaultsOf,
  duration,
  maxDurationMs,
  optionalSettings,
  share,
} from './setting.ts'

const Level = Type.Integer({ minimum: 1, maximum: 5 })

const requirement = {
  topicLevel: Type.Optional(
    Type.Record(Type.String({ maxLength: 200 }), Level, {
      maxProperties: 20,
      description: 'The minimum level of the expert in each topic, 1 to 5, checked against `topicLevels`.',
      examples: [{ loans: 3 }],
    }),
  ),
  certified: Type.Optional(Type.Boolean({ description: 'If true, only certified or elite experts match.' })),
  elite: Type.Optional(Type.Boolean({ description: 'If true, only elite experts match.' })),
  companyCategory: Type.Optional(
    Type.Boolean({ description: "If true, only experts who are assigned to the question's category match." }),
  ),
}

/** Requirements on an expert who is offered a question. Every property that is present must match. */
export const RequirementView = Type.Object(requirement)
export type Requirement = Static<typeof RequirementView>

/** A step of the requirements on experts. */
export const RequirementStepView = Type.Object(
  {
    ...requirement,
    forMs: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxDurationMs,
        description:
          'Duration of the step in ms, counted from the end of the previous step. Only the last step may omit it and is then permanent.',
      }),
    ),
  },
  closed,
)
export type RequirementStep = Static<typeof RequirementStepView>

/** The signals of the ranking whose learned weight a category can change. */
export const rankingSignals = ['similar', 'words', 'activity', 'record', 'asker', 'hour', 'profile', 'load'] as const
type RankingSignal = (typeof rankingSignals)[number]

const factor = { minimum: 0, maximum: 10 }
const Factor = Type.Optional(Type.Number(factor))

/** The settings of a category. Types, API schema, defaults in SQL and `libs/domain/SETTINGS.md` are made from this catalogue. */
export const categorySettings = {
  offerMs: duration({
    default: 90_000,
    description: 'Time until an offer lapses and counts as missed, and the next wave is sent.',
  }),
  waveSizes: declareSetting(
    {
      default: [3, 6, 12],
      description: 'Experts per wave. After them the question is open to every eligible expert.',
    },
    (options) => Type.Array(Type.Integer({ minimum: 1, maximum: 1_000 }), { minItems: 1, maxItems: 20, ...options }),
  ),
  requirements: declareSetting(
    {
      default: [],
      description:
        'Requirements on experts, relaxed step by step while the question is in routing. Routing skips a step that no active expert can meet. No requirement remains after the last step.',
    },
    (options) =>
      Type.Array(RequirementStepView, {
        maxItems: 10,
        ...options,
        examples: [
          [{ topicLevel: { loans: 3 }, certified: true, forMs: 600_000 }, { certified: true, forMs: 1_800_000 }, {}],
        ],
      }),
  ),
  weight: count({
    default: 1,
    minimum: 1,
    maximum: 100,
    description:
      'Units of capacity that a question takes from its holder while it waits for the expert. `ONE_TO_MANY` questions take none.',
  }),
  waitingWeight: count({
    default: 0,
    minimum: 0,
    maximum: 100,
    description: 'Units that a question takes from its holder while it waits for the asker, at most `weight`.',
  }),
  patienceMs: duration({
    default: 10 * 60_000,
    description: "Age from which an expert's capacity is reserved for a question of more than one unit.",
  }),
  secondOpinionMs: duration({
    default: 3 * 60_000,
    minimum: 0,
    description:
      'Time in which another expert may take a question that one escalated, before agents get it. 0: agents get it at once.',
  }),
  priority: count({
    default: 0,
    minimum: 0,
    maximum: 1_000,
    description:
      'Priority in the backlog. Each point counts as ten minutes of age, so every question is offered eventually.',
  }),
  weights: declareSetting(
    {
      default: {},
      defaultText: '1 each',
      unit: 'factor',
      description: 'Factors on the learned weight of each ranking signal.',
    },
    (options) =>
      Type.Object(
        Object.fromEntries(rankingSignals.map((name) => [name, Factor])) as Record<RankingSignal, typeof Factor>,
        { ...closed, ...options },
      ),
  ),
  preference: declareSetting(
    {
      default: 1,
      unit: 'factor',
      description: 'Factor on the bonus of an expert who answered this asker before. 0: no bonus.',
    },
    (options) => Type.Number({ ...factor, ...options }),
  ),
  exploration: share({
    default: 0.1,
    maximum: 0.5,
    description: 'Share of waves whose last place goes to an expert with fewer than five answers. 0: never.',
  }),
  precision: share({
    default: 0.9,
    minimum: 0.5,
    maximum: 0.999,
    description:
      "Required precision of predicted classes and automatic answers. `/classifications` uses the default category's value.",
  }),
  outOfScopeShare: share({
    default: 0.1,
    maximum: 0.5,
    description:
      'Share of questions without a known class or answer up to which `precision` holds. Unless set, it is estimated from class verdicts, starting at the default.',
  }),
  leastChance: share({
    default: 0,
    maximum: 0.5,
    description:
      'Agents get a question at once if experts resolve it with a lower probability, judged from at least 200 past questions. 0: never.',
  }),
  awayAfterMissed: count({
    default: 3,
    minimum: 0,
    maximum: 1_000,
    description: 'Consecutive missed offers that make an expert AWAY. 0: never.',
  }),
  autoHoldMs: duration({
    default: 2 * 60_000,
    description: 'Time in which an automatic answer holds experts back.',
  }),
  leaseMs: duration({
    default: 30 * 60_000,
    description: 'Time until a claim lapses without activity of its expert. Composing is activity.',
  }),
  escalationMs: duration({
    default: 8 * 3_600_000,
    description: "Duration of the experts' turn until agents get the question.",
  }),
  rerouteShare: share({
    default: 0.6,
    description: 'Share of `escalationMs` after which the asker is prompted to reroute.',
  }),
  promiseShare: share({
    default: 0.8,
    minimum: 0.5,
    maximum: 0.99,
    description: 'Share of promised answer times to keep. A higher share makes the promised times longer.',
  }),
  silenceMs: duration({
    default: 4 * 24 * 3_600_000,
    minimum: 0,
    description:
      'Time after the last message by a person until a silent asker is asked whether an answered question is resolved. 0: never.',
  }),
  approvalMs: duration({
    default: 72 * 3_600_000,
    description: 'Time until an unreviewed resolution counts as approved.',
  }),
  expiryMs: duration({
    default: 7 * 24 * 3_600_000,
    description: 'Age at which a question without a response expires.',
  }),
}

/** The default of each setting of a category. */
export const categoryDefaults = defaultsOf(categorySettings)

export const CategorySettingsView = optionalSettings(categorySettings)
/** Settings of a category. Times are in ms, and omitted settings have their defaults. */
export type CategorySettings = Static<typeof CategorySettingsView>
