import { type Static, Type } from 'typebox'
import { availabilities, awayReasons } from '../words.ts'
import { Nullable, Uuid } from './basics.ts'

/** Who wrote something. Never carries an e-mail address. */
export const AuthorView = Type.Object({
  uuid: Type.Optional(Uuid),
  name: Type.String(),
  avatarUrl: Nullable(Type.String({ description: 'The profile picture of an expert or agent; null for a user.' })),
  type: Type.Enum(['USER', 'EXPERT', 'AGENT', 'SYSTEM', 'AUTOMATIC']),
})
export type AuthorView = Static<typeof AuthorView>

export const ExpertView = Type.Object({
  uuid: Uuid,
  name: Type.String(),
  avatarUrl: Type.String(),
  isOriginalPoster: Type.Boolean(),
  isExpert: Type.Boolean(),
  isOfficial: Type.Boolean(),
  isCertified: Type.Boolean(),
  isElite: Type.Boolean(),
  reputation: Type.Object({
    numberOfAnswers: Type.String({ description: 'A whole number, as a string.' }),
    helpfulnessScore: Type.String({
      description: 'The mean of all ratings, 0 to 1, with two decimals, as a string; "0" before any.',
    }),
  }),
  lastActiveDate: Type.String({ description: 'ISO 8601 with milliseconds.' }),
})
export type ExpertView = Static<typeof ExpertView>

export const PotentialExperts = Type.Object({
  experts: Type.Array(ExpertView),
  lastResponseTimeInMillis: Type.String({
    description: 'How long experts took to answer the last question, in milliseconds; "0" before any was answered.',
  }),
  estimatedResponseTimeInMillis: Nullable(
    Type.Integer({
      description:
        'In how many milliseconds after the first experts were asked an answer is promised, by how long such questions took; null where too little is known.',
    }),
  ),
})
export type PotentialExperts = Static<typeof PotentialExperts>

/** An expert's own profile: `GET /experts/me`. */
export const ExpertProfileView = Type.Object({
  uuid: Uuid,
  name: Type.String(),
  email: Type.String(),
  avatarUrl: Type.String(),
  availability: Type.Enum(availabilities),
  awayReason: Nullable(
    Type.Enum(awayReasons, {
      description: 'Why the expert is AWAY, where it was not their own doing; null otherwise.',
    }),
  ),
  missedOffers: Type.Integer({ description: 'Offers that ran out in a row, without a sign of life since.' }),
  capacity: Type.Integer({
    description: 'Units the expert holds at once, at most; a claim takes one unless the category sets another weight.',
  }),
  load: Type.Integer({ description: 'Units the expert holds.' }),
  languages: Type.Array(Type.String()),
  topics: Type.Array(Type.String()),
  topicLevels: Type.Record(Type.String(), Type.Integer(), {
    description: 'Topic → 1 to 5, as the company vouches for it. Set by admins; requirements of categories look at it.',
  }),
  categories: Type.Array(Type.String(), {
    description: 'Names of the categories the expert is assigned to. Set by admins; requirements look at it.',
  }),
  workingHours: Nullable(
    Type.Object({
      timeZone: Type.String(),
      days: Type.Array(Type.Object({ day: Type.Integer(), from: Type.String(), to: Type.String() })),
      holidays: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  isOfficial: Type.Boolean(),
  isCertified: Type.Boolean(),
  isElite: Type.Boolean(),
  reputation: ExpertView.properties.reputation,
})
export type ExpertProfileView = Static<typeof ExpertProfileView>
