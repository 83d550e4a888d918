import { type Static, Type } from 'typebox'
import { RequirementView } from '../settings/category-settings.ts'
import { deadlineNames, offerStatuses } from '../words.ts'
import { DateTime, Nullable, Uuid } from './basics.ts'

/** `wave`: offered to experts. `wait`: no expert is available now. `reroute`: no expert can ever take it, so agents do. */
export const routingDecisionKinds = ['wave', 'wait', 'reroute'] as const
export type RoutingDecisionKind = (typeof routingDecisionKinds)[number]

/** Why agents got a question at once, before any expert was asked. */
export const rerouteCauses = ['rarely_resolved', 'unsupported_language', 'no_expert'] as const
export type RerouteCause = (typeof rerouteCauses)[number]

/** Reasons why an expert was or was not offered a question, as phrases for people. */
export const routingVerdicts = {
  offered: 'was offered it',
  ranked_below: 'could have been asked, but the places went to others who fit as well or better',
  withheld: 'could have been asked, but nobody was: experts hardly ever resolve such a question',
  asker: 'asked it',
  declined: 'had declined it or given it up before',
  offer_open: 'had it among the open offers already',
  already_offered: 'was asked in an earlier wave of this round',
  at_capacity: 'had no room for it within the capacity',
  kept_free: 'was kept free for a heavier question that has waited longer',
  outside_hours: 'was outside the working hours',
  away: 'was away',
  offline: 'was offline',
  requirement_unmet: 'did not meet what was required just then',
  other_language: 'does not speak its language',
  inactive: 'is no longer active',
} as const
export type RoutingVerdict = keyof typeof routingVerdicts

/** The past questions on which an estimated answer time is based, most similar first. */
export const promiseBases = {
  class_hour_experts: 'of its class, at this hour, with as many experts available',
  class: 'of its class',
  category_hour_experts: 'of its category, at this hour, with as many experts available',
  category: 'of its category',
  company: 'of the company',
} as const
export type PromiseBasis = keyof typeof promiseBases

const verdictNames = Object.keys(routingVerdicts) as RoutingVerdict[]

/** The routing decisions of a question and their reasons: `GET /admin/questions/{uuid}/routing`. */
export const RoutingExplanationView = Type.Object({
  uuid: Uuid,
  decisions: Type.Array(
    Type.Object({
      kind: Type.Enum(routingDecisionKinds),
      round: Type.Integer({ description: 'Counts how often the question came back to routing.' }),
      wave: Type.Integer({ description: 'The wave in that round; 0 before the first.' }),
      date: Type.String({ description: 'When it was decided, the last time where it was decided several times.' }),
      times: Type.Integer({ description: 'How often the same was decided in a row.' }),
      policyVersion: Type.String({ description: 'The rules it was decided by, and a hash of the settings in force.' }),
      explanation: Type.String({ description: 'The decision in plain words.' }),
      asked: Type.Integer({ description: 'Number of experts who were offered the question by this decision.' }),
      considered: Type.Integer({ description: 'Number of experts of the company.' }),
      language: Nullable(Type.String({ description: 'The language that experts must speak; null: any.' })),
      requirement: Nullable(RequirementView),
      isOpenToAll: Type.Boolean({ description: 'Whether the question became open to all eligible experts.' }),
      cause: Nullable(Type.Enum(rerouteCauses, { description: 'Why agents got it; null for a wave or wait.' })),
      facts: Type.Object(
        {
          predictedClass: Type.Optional(Type.String({ description: 'The class that was found in its text.' })),
          classConfidence: Type.Optional(Type.Number()),
          promisedMs: Type.Optional(Type.Integer({ description: 'ms in which an answer was promised.' })),
          promiseBasis: Type.Optional(Type.Enum(Object.keys(promiseBases) as PromiseBasis[])),
          promiseCases: Type.Optional(Type.Integer({ description: 'Past questions that the promise rests on.' })),
          chance: Type.Optional(Type.Number({ description: 'How probably experts resolve it, 0 to 1.' })),
          leastChance: Type.Optional(Type.Number({ description: 'The least its category asks for.' })),
          chanceCases: Type.Optional(Type.Integer({ description: 'Past questions that the chance rests on.' })),
          passedOver: Type.Optional(
            Type.Array(RequirementView, {
              description: 'Requirements that did not count, because nobody active could ever meet them.',
              examples: [[{ topicLevel: { loans: 5 } }]],
            }),
          ),
          relaxesInMs: Type.Optional(
            Type.Integer({ description: 'ms from `date` on until less is required; missing: it stays so.' }),
          ),
        },
        { description: 'What was known of the question itself.' },
      ),
      experts: Type.Array(
        Type.Object({
          uuid: Uuid,
          name: Type.String(),
          verdict: Type.Enum(verdictNames),
          explanation: Type.String({
            description: 'Why the expert was or was not offered the question, in plain words.',
          }),
          reasons: Type.Array(Type.String(), { description: 'Why the expert was chosen, strongest first.' }),
          reasonCodes: Type.Array(Nullable(Type.String()), {
            description: 'The code of each of `reasons`, for translations; null if it has none.',
          }),
          unmet: Nullable(RequirementView),
          declineReason: Nullable(Type.String({ description: 'What the expert wrote when declining.' })),
          score: Nullable(Type.Number({ description: 'Comparable within one decision; higher is better.' })),
          features: Type.Record(Type.String(), Type.Number(), {
            description: 'What the score was made of, where it was not zero.',
          }),
          outcome: Nullable(Type.Enum(offerStatuses, { description: 'What became of the offer.' })),
          dateOffered: Nullable(DateTime),
          dateSettled: Nullable(
            Type.String({ description: 'When the offer was accepted, declined, timed out or withdrawn.' }),
          ),
        }),
        { description: 'At most 50 by name: those who were ranked, best first, then others.' },
      ),
      others: Type.Array(
        Type.Object({ verdict: Type.Enum(verdictNames), count: Type.Integer(), explanation: Type.String() }),
        { description: 'How many more experts there are, for each verdict.' },
      ),
    }),
    { description: 'Oldest first; kept for 30 days.' },
  ),
  deadlines: Type.Array(
    Type.Object({
      name: Type.Enum(deadlineNames),
      date: DateTime,
      task: Type.String({ description: 'What happens then, in plain words.' }),
    }),
    { description: 'What is due on the question, earliest first.' },
  ),
})
export type RoutingExplanationView = Static<typeof RoutingExplanationView>

const PromiseCounts = {
  kept: Type.Integer({ description: 'An expert answered in time.' }),
  broken: Type.Integer({ description: 'No expert did, or agents got the question because experts would not.' }),
  void: Type.Integer({ description: 'The asker or the company ended the question before the answer was due.' }),
  open: Type.Integer({ description: 'Not due yet.' }),
  keptShare: Nullable(Type.Number({ description: 'Of the kept and broken ones, 0 to 1; null where there are none.' })),
}

/** How the answer times promised to askers were kept: `GET /admin/promises`. */
export const PromiseReportView = Type.Object({
  days: Type.Integer(),
  ...PromiseCounts,
  categories: Type.Array(Type.Object({ category: Type.String(), ...PromiseCounts })),
})
export type PromiseReportView = Static<typeof PromiseReportView>
