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
  offered: 'was offered the question',
  ranked_below: 'was available, but other experts ranked higher',
  withheld: 'was available, but experts rarely resolve such questions, so no expert was asked',
  asker: 'asked the question',
  declined: 'declined or released it before',
  offer_open: 'already had an open offer for it',
  already_offered: 'was asked in an earlier wave of this round',
  at_capacity: 'had no free capacity for it',
  kept_free: 'was reserved for a heavier question that has waited longer',
  outside_hours: 'was outside the working hours',
  away: 'was away',
  offline: 'was offline',
  requirement_unmet: 'did not meet the requirements at that time',
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
      round: Type.Integer({
        description: 'The routing round. It increases each time the question returns to routing.',
      }),
      wave: Type.Integer({ description: 'The wave within the round, or 0 before the first wave.' }),
      date: Type.String({ description: 'The time of the decision. For a repeated decision, the last time.' }),
      times: Type.Integer({ description: 'Number of consecutive times that routing decided the same.' }),
      policyVersion: Type.String({
        description: 'The version of the routing rules, and a hash of the settings in force.',
      }),
      explanation: Type.String({ description: 'The decision as a sentence.' }),
      asked: Type.Integer({ description: 'Number of experts who were offered the question by this decision.' }),
      considered: Type.Integer({ description: 'Number of experts of the company.' }),
      language: Nullable(Type.String({ description: 'The language that experts must speak, or null for any.' })),
      requirement: Nullable(RequirementView),
      isOpenToAll: Type.Boolean({ description: 'Whether the question became open to all eligible experts.' }),
      cause: Nullable(
        Type.Enum(rerouteCauses, { description: 'The reason that agents got the question. Null for a wave or wait.' }),
      ),
      facts: Type.Object(
        {
          predictedClass: Type.Optional(Type.String({ description: 'The class predicted from the text.' })),
          classConfidence: Type.Optional(Type.Number()),
          promisedMs: Type.Optional(Type.Integer({ description: 'The promised time to an answer in ms.' })),
          promiseBasis: Type.Optional(Type.Enum(Object.keys(promiseBases) as PromiseBasis[])),
          promiseCases: Type.Optional(Type.Integer({ description: 'Number of past questions behind the promise.' })),
          chance: Type.Optional(
            Type.Number({ description: 'The estimated probability that experts resolve the question, 0 to 1.' }),
          ),
          leastChance: Type.Optional(
            Type.Number({ description: 'The minimum probability that the category requires (`leastChance`).' }),
          ),
          chanceCases: Type.Optional(Type.Integer({ description: 'Number of past questions behind the probability.' })),
          passedOver: Type.Optional(
            Type.Array(RequirementView, {
              description: 'Requirements that were skipped, because no active expert could meet them.',
              examples: [[{ topicLevel: { loans: 5 } }]],
            }),
          ),
          relaxesInMs: Type.Optional(
            Type.Integer({
              description: 'Time in ms from `date` until the requirement relaxes. Absent if it does not.',
            }),
          ),
        },
        { description: 'Facts about the question.' },
      ),
      experts: Type.Array(
        Type.Object({
          uuid: Uuid,
          name: Type.String({ examples: ['Bruno'] }),
          verdict: Type.Enum(verdictNames),
          explanation: Type.String({
            description: 'The reason for or against the expert as a sentence.',
          }),
          reasons: Type.Array(Type.String(), { description: 'Reasons for choosing the expert, strongest first.' }),
          reasonCodes: Type.Array(Nullable(Type.String()), {
            description: 'The codes of `reasons`, for translations. Null for a reason without a code.',
          }),
          unmet: Nullable(RequirementView),
          declineReason: Nullable(Type.String({ description: "The expert's reason for declining." })),
          score: Nullable(
            Type.Number({ description: 'A score for comparison within one decision. Higher is better.' }),
          ),
          features: Type.Record(Type.String(), Type.Number(), {
            description: 'The parts of the score, without zeros.',
          }),
          outcome: Nullable(Type.Enum(offerStatuses, { description: 'The outcome of the offer.' })),
          dateOffered: Nullable(DateTime),
          dateSettled: Nullable(
            Type.String({ description: 'The time at which the offer was accepted, declined, timed out or withdrawn.' }),
          ),
        }),
        { description: 'Up to 50 experts: ranked ones first, best first, then others.' },
      ),
      others: Type.Array(
        Type.Object({ verdict: Type.Enum(verdictNames), count: Type.Integer(), explanation: Type.String() }),
        { description: 'Number of further experts by verdict.' },
      ),
    }),
    { description: 'Decisions of the last 30 days, oldest first.' },
  ),
  deadlines: Type.Array(
    Type.Object({
      name: Type.Enum(deadlineNames),
      date: DateTime,
      task: Type.String({ description: 'The effect of the deadline as a sentence.' }),
    }),
    { description: 'Pending deadlines of the question, earliest first.' },
  ),
})
export type RoutingExplanationView = Static<typeof RoutingExplanationView>

const PromiseCounts = {
  kept: Type.Integer({ description: 'Number of promises kept: an expert answered in time.' }),
  broken: Type.Integer({
    description:
      'Number of promises broken: no expert answered in time, or the question went to agents because no expert would answer.',
  }),
  void: Type.Integer({
    description:
      'Number of promises without an outcome, because the asker or the company closed the question before the answer was due.',
  }),
  open: Type.Integer({ description: 'Number of promises that are not due yet.' }),
  keptShare: Nullable(
    Type.Number({
      description: 'The share of kept promises among kept and broken ones, 0 to 1. Null if there are none.',
    }),
  ),
}

/** How the answer times promised to askers were kept: `GET /admin/promises`. */
export const PromiseReportView = Type.Object({
  days: Type.Integer(),
  ...PromiseCounts,
  categories: Type.Array(Type.Object({ category: Type.String(), ...PromiseCounts })),
})
export type PromiseReportView = Static<typeof PromiseReportView>
