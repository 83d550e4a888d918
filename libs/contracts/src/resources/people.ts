import { type Static, Type } from 'typebox'
import { limits } from '../limits.ts'
import { availabilities, awayReasons } from '../words.ts'
import { DateTime, Nullable, Uuid } from './basics.ts'

/** The author of a text. It never has an e-mail address. */
export const AuthorView = Type.Object({
  uuid: Type.Optional(Uuid),
  name: Type.String({ examples: ['Ada'] }),
  avatarUrl: Nullable(Type.String({ description: 'The profile picture of an expert or agent, or null for a user.' })),
  type: Type.Enum(['USER', 'EXPERT', 'AGENT', 'SYSTEM', 'AUTOMATIC']),
})
export type AuthorView = Static<typeof AuthorView>

export const Reputation = Type.Object({
  numberOfAnswers: Type.String({ description: 'A whole number, as a string.' }),
  helpfulnessScore: Type.String({
    description: 'The mean of all ratings, 0 to 1, as a string with two decimals. "0" without ratings.',
  }),
})

export const ExpertView = Type.Object({
  uuid: Uuid,
  name: Type.String({ examples: ['Bruno'] }),
  avatarUrl: Type.String(),
  isOriginalPoster: Type.Boolean(),
  isExpert: Type.Boolean(),
  isOfficial: Type.Boolean(),
  isCertified: Type.Boolean(),
  isElite: Type.Boolean(),
  reputation: Reputation,
  lastActiveDate: Type.String({ description: 'An ISO 8601 date and time with milliseconds.' }),
})
export type ExpertView = Static<typeof ExpertView>

export const PotentialExperts = Type.Object({
  experts: Type.Array(ExpertView, {
    maxItems: limits.potentialExperts,
    description: `Experts who were offered the question in this round, likeliest first: at most ${limits.potentialExperts}.`,
  }),
  lastResponseTimeInMillis: Type.String({
    description:
      'Time that experts took to answer the last question, in milliseconds, as a string. "0" before the first answer.',
  }),
  estimatedResponseTimeInMillis: Nullable(
    Type.Integer({
      description:
        'The promised time from the first offer to an answer in milliseconds, estimated from similar questions. Null if there are too few.',
    }),
  ),
  estimatedAnswerDate: Nullable(
    Type.String({
      ...DateTime,
      description:
        'The expected time of the answer: the first offer plus the promised time. Later offers do not move it. Null if there are too few similar questions.',
    }),
  ),
})
export type PotentialExperts = Static<typeof PotentialExperts>

export const ClaimedCounts = Type.Object(
  {
    toDo: Type.Integer({ description: 'Questions that wait for the expert.' }),
    waiting: Type.Integer({ description: 'Questions that wait for the asker.' }),
  },
  { description: 'Numbers of questions that the expert holds.' },
)

export const WorkingDay = Type.Object({ day: Type.Integer(), from: Type.String(), to: Type.String() })
export const WorkingHours = Type.Object({
  timeZone: Type.String(),
  days: Type.Array(WorkingDay),
  holidays: Type.Optional(Type.Array(Type.String())),
})

/** An expert's own profile: `GET /experts/me`. */
export const ExpertProfileView = Type.Object({
  uuid: Uuid,
  name: Type.String({ examples: ['Bruno'] }),
  email: Type.String({ examples: ['bruno@example.com'] }),
  avatarUrl: Type.String(),
  availability: Type.Enum(availabilities),
  awayReason: Nullable(
    Type.Enum(awayReasons, {
      description:
        'The reason that routing set the expert to AWAY. Null if a person chose the availability. This AWAY ends with the next claim, answer, message, sign of composing, request for an offered question, or `PUT /experts/me`.',
    }),
  ),
  awaySince: Nullable(
    Type.String({
      ...DateTime,
      description: 'The time since which the expert is AWAY or OFFLINE. Null while AVAILABLE.',
    }),
  ),
  missedOffers: Type.Integer({ description: 'Consecutive missed offers.' }),
  capacity: Type.Integer({
    description: 'Maximum units of open work. A claimed question takes one unit unless its category sets `weight`.',
  }),
  load: Type.Integer({
    description:
      'Units of capacity in use. A question that waits for the asker takes `waitingWeight` of its category, by default 0. The load may exceed the capacity when askers write.',
  }),
  claimed: ClaimedCounts,
  languages: Type.Array(Type.String()),
  topics: Type.Array(Type.String()),
  topicLevels: Type.Record(Type.String(), Type.Integer(), {
    description:
      'The level of the expert in each topic, 1 to 5. Set by admins and checked by requirements of categories.',
  }),
  categories: Type.Array(Type.String(), {
    description: 'Names of the categories that the expert is assigned to. Set by admins and checked by requirements.',
  }),
  workingHours: Nullable(WorkingHours),
  isOfficial: Type.Boolean(),
  isCertified: Type.Boolean(),
  isElite: Type.Boolean(),
  reputation: Reputation,
})
export type ExpertProfileView = Static<typeof ExpertProfileView>
