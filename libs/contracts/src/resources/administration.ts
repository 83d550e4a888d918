import { type Static, Type } from 'typebox'
import { scopes } from '../scopes.ts'
import {
  auditActions,
  auditActorKinds,
  auditOutcomes,
  knowledgeSources,
  knowledgeSuspensions,
  questionTypes,
  roles,
} from '../words.ts'
import { Nullable, Uuid } from './basics.ts'
import { allAtOnce, closed } from './company.ts'
import { ExpertProfileView } from './people.ts'

/** Resources under /admin. Members are listed one by one, so that a new column is never shown by accident. */

export const ManagedExpertView = Type.Object({
  ...ExpertProfileView.properties,
  isActive: Type.Boolean({ description: 'A deactivated expert gets no offers and cannot sign in.' }),
  lastActiveDate: Type.String({ description: 'ISO 8601.' }),
})
export type ManagedExpertView = Static<typeof ManagedExpertView>

const Ms = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 31_536_000_000, description }))

const Level = Type.Integer({ minimum: 1, maximum: 5 })

const requirement = {
  topicLevel: Type.Optional(
    Type.Record(Type.String({ maxLength: 200 }), Level, {
      maxProperties: 20,
      description: 'Topic → minimum level, 1 to 5, in `topicLevels` of the expert.',
      examples: [{ loans: 3 }],
    }),
  ),
  certified: Type.Optional(Type.Boolean({ description: 'true: certified or elite experts only.' })),
  elite: Type.Optional(Type.Boolean({ description: 'true: elite experts only.' })),
  companyCategory: Type.Optional(
    Type.Boolean({ description: "true: only experts who are assigned to the question's category." }),
  ),
}

/** Requirements of experts. Every member that is present must be met. */
export const RequirementView = Type.Object(requirement)

/** A step of the requirements of experts. */
export const RequirementStepView = Type.Object(
  {
    ...requirement,
    forMs: Ms(
      'How long the step is in force after the previous one. Only the last step may omit it and is then permanent.',
    ),
  },
  closed,
)

const Factor = (description?: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 10, ...(description === undefined ? {} : { description }) }))

/** Times in ms. Missing members have their defaults. */
export const CategorySettingsView = Type.Object(
  {
    offerMs: Ms('How long an offer stands; 90 s by default.'),
    waveSizes: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 1_000 }), {
        minItems: 1,
        maxItems: 20,
        description: 'Experts in each wave; 3, 6, 12 by default, then everyone eligible.',
      }),
    ),
    requirements: Type.Optional(
      Type.Array(RequirementStepView, {
        maxItems: 10,
        description:
          'What is required of experts, relaxed step by step with the age of the question in routing. A step that no active expert can meet is passed over. None by default; after the last time nothing is required.',
        examples: [
          [{ topicLevel: { loans: 3 }, certified: true, forMs: 600_000 }, { certified: true, forMs: 1_800_000 }, {}],
        ],
      }),
    ),
    weight: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: "Units of an expert's capacity that a claim takes; 1." }),
    ),
    patienceMs: Ms(
      'How long a question of more than one unit lets lighter, younger ones pass before an expert is kept free for it; 10 min by default.',
    ),
    secondOpinionMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 31_536_000_000,
        description:
          'How long another expert may take a question that one escalated, in ms, before agents get it. Default 3 min; 0 reroutes at once.',
      }),
    ),
    priority: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000,
        description:
          'In the backlog its questions go before others as if they had waited ten minutes longer for each point; 0.',
      }),
    ),
    weights: Type.Optional(
      Type.Object(
        Object.fromEntries(
          (['similar', 'words', 'activity', 'record', 'asker', 'hour', 'profile', 'load'] as const).map((name) => [
            name,
            Factor(),
          ]),
        ) as Record<
          'similar' | 'words' | 'activity' | 'record' | 'asker' | 'hour' | 'profile' | 'load',
          ReturnType<typeof Factor>
        >,
        {
          ...closed,
          description:
            'What the ranking of experts weighs more or less than it has learned to: factors, 1 where missing.',
        },
      ),
    ),
    preference: Factor('Factor on the bonus of the expert who knows this asker; 1 by default, 0: none.'),
    exploration: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 0.5,
        description:
          'Share of waves whose last place goes to an expert with fewer than five answers, who earns a record so; 0.1 by default, 0: never.',
      }),
    ),
    awayAfterMissed: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000,
        description: 'Offers an expert may miss in a row before they are AWAY; 3 by default, 0: any number.',
      }),
    ),
    precision: Type.Optional(
      Type.Number({
        minimum: 0.5,
        maximum: 0.999,
        description:
          'A class is found in a text, and an automatic answer given before experts are asked, only if it is right so often; 0.9.',
      }),
    ),
    outOfScopeShare: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 0.5,
        description:
          'Share of questions without a known class or answer up to which `precision` holds. Unless set, it is estimated from the classes that people gave to questions, starting at 0.1.',
      }),
    ),
    leastChance: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 0.5,
        description:
          'Agents get at once what experts resolve with less than this probability, once 200 past questions prove it; 0 by default: never.',
      }),
    ),
    promiseShare: Type.Optional(
      Type.Number({
        minimum: 0.5,
        maximum: 0.99,
        description:
          'So many of the answer times promised to askers are to be kept; 0.8. The more, the longer they are.',
      }),
    ),
    autoHoldMs: Ms('How long an automatic answer holds experts back; 2 min by default.'),
    leaseMs: Ms('How long a claim holds without activity; 30 min by default.'),
    rerouteShare: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Share of the escalation time until the reroute prompt; 0.6.',
      }),
    ),
    escalationMs: Ms("Time on the experts' turn until the agents take over; 8 h by default."),
    approvalMs: Ms('Silence that approves a resolution; 72 h by default.'),
    expiryMs: Ms('Age at which an open question expires; 7 days by default.'),
  },
  { ...closed, description: allAtOnce },
)
export type CategorySettingsView = Static<typeof CategorySettingsView>

export const CategoryView = Type.Object({
  uuid: Uuid,
  name: Type.String(),
  type: Type.Enum(questionTypes),
  isDefault: Type.Boolean({ description: 'Whether questions without a category belong to this one.' }),
  settings: CategorySettingsView,
  dateCreated: Type.String(),
})
export type CategoryView = Static<typeof CategoryView>

export const KnowledgeView = Type.Object({
  uuid: Uuid,
  question: Type.String(),
  answer: Type.String(),
  class: Nullable(Type.String({ description: 'The class of questions that it answers.' })),
  language: Nullable(Type.String({ description: 'ISO 639-1; null means any.' })),
  source: Type.Enum(knowledgeSources, {
    description:
      'An admin, an uploaded file, or an accepted answer of an expert. Of an accepted answer, the question is erased with its asker and the answer with its author, even if an admin rewrote it. Add a known answer to keep your own text.',
  }),
  file: Nullable(Type.Object({ uuid: Uuid, line: Type.Integer() }, { description: 'The uploaded file it came from.' })),
  sources: Type.Array(Uuid, { description: 'The responses that it came from.' }),
  suspended: Nullable(
    Type.Object(
      { reason: Type.Enum(knowledgeSuspensions), date: Type.String() },
      {
        description:
          'While suspended, it is not given. An admin suspended it, its source was contested, edited or forgotten, or askers rejected it too often for `precision`.',
      },
    ),
  ),
  dateCreated: Type.String(),
  lastUpdated: Type.String(),
})
export type KnowledgeView = Static<typeof KnowledgeView>

export const ManagedUserView = Type.Object({
  uuid: Uuid,
  name: Type.String(),
  email: Nullable(Type.String({ description: 'null after the person was forgotten.' })),
  role: Type.Enum(roles),
  isBlocked: Type.Boolean(),
  dateCreated: Type.String(),
})
export type ManagedUserView = Static<typeof ManagedUserView>

export const IntegrationView = Type.Object({
  uuid: Uuid,
  systemId: Type.String({ description: 'The public id of the system whose external ids it sends.' }),
  name: Type.String(),
  redirectUris: Type.Array(Type.String(), { description: 'Addresses to which people return after signing in.' }),
  clientIds: Type.Array(Type.String(), { description: 'The client ids in use, oldest first.' }),
  credentials: Type.Array(
    Type.Object({
      clientId: Type.String(),
      dateCreated: Type.String(),
      dateEnds: Nullable(Type.String({ description: 'When the secret stops working; null unless it was rotated.' })),
      readsPerMinute: Nullable(Type.Integer({ description: 'Reads per minute of one token; null for the default.' })),
      writesPerMinute: Nullable(Type.Integer({ description: 'Writes per minute of one token; null for the default.' })),
    }),
    { description: 'The secrets in use, oldest first.' },
  ),
  dateCreated: Type.String(),
})
export type IntegrationView = Static<typeof IntegrationView>

export const IntegrationSecretView = Type.Object({
  ...IntegrationView.properties,
  clientId: Type.String(),
  clientSecret: Nullable(
    Type.String({ description: 'Shown this once; null where the answer is repeated for an Idempotency-Key.' }),
  ),
})
export type IntegrationSecretView = Static<typeof IntegrationSecretView>

export const PersonalCredentialView = Type.Object({
  clientId: Type.String(),
  scopes: Type.Array(Type.Enum(scopes), { description: 'The scopes of its tokens, as far as the role has them.' }),
  dateCreated: Type.String(),
  dateRevoked: Nullable(Type.String({ description: 'When it was revoked.' })),
})
export type PersonalCredentialView = Static<typeof PersonalCredentialView>

export const AuditEntryView = Type.Object({
  id: Type.String({ description: 'Grows with every entry.' }),
  date: Type.String(),
  action: Type.Enum(auditActions),
  outcome: Type.Enum(auditOutcomes),
  reason: Nullable(Type.String({ description: 'Why it failed, as one word.' })),
  actor: Type.Object({
    kind: Type.Enum(auditActorKinds),
    uuid: Nullable(Uuid),
  }),
  targetId: Nullable(Type.String({ description: 'The id of the target.' })),
  correlationId: Nullable(Type.String()),
})
export type AuditEntryView = Static<typeof AuditEntryView>
