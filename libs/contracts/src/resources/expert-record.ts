import { type Static, Type } from 'typebox'
import { Nullable } from './basics.ts'

const Count = (description: string) => Type.Integer({ description })
const MedianMs = (description: string) =>
  Nullable(Type.Integer({ description: `${description}, median in milliseconds; null if there was none.` }))

/** One period of an expert's record. A period ends now, by the company's time. */
const PeriodView = Type.Object({
  days: Type.Integer({ description: 'Length of the period: 30 or 90 days.', examples: [30] }),
  offers: Type.Object(
    {
      received: Count('The sum of `claimed`, `declined`, `missed`, `withdrawn` and `open`.'),
      claimed: Count('Offers and questions open to all that the expert claimed or answered.'),
      declined: Count('Offers that the expert declined.'),
      declineReasons: Type.Array(Type.Object({ reason: Nullable(Type.String()), count: Type.Integer() }), {
        description:
          'The five most frequent reasons of declined offers that are still stored. Null counts offers without a reason.',
      }),
      missed: Count('Offers that ended without an answer. Questions open to all are never missed.'),
      withdrawn: Count('Offers that ended in another way, mostly because another expert was faster.'),
      open: Count('Open offers of the expert.'),
      medianClaimMs: MedianMs('Time from the offer to the claim'),
      released: Count('Claims that the expert released.'),
      escalated: Count('Questions that the expert passed to another expert or to the agents.'),
      lapsed: Count('Claims that ended because the expert was inactive for too long.'),
    },
    { description: 'Offers that ended in the period.' },
  ),
  answers: Type.Object({
    given: Count('Questions that the expert answered.'),
    resolved: Count(
      'Answers after which experts resolved the question, unless the asker accepted the answer of another.',
    ),
    medianAnswerMs: MedianMs('Time from the claim to the first answer'),
  }),
  ratings: Type.Object({
    count: Count('Answers that were rated.'),
    average: Nullable(
      Type.Number({ description: 'The average rating, from 0 (worst) to 1 (best). Null without ratings.' }),
    ),
  }),
  promises: Type.Object({
    kept: Count('First answers within the time that the asker was promised.'),
    late: Count('First answers after the promised time.'),
  }),
  classes: Type.Array(Type.Object({ class: Type.String(), resolved: Type.Integer() }), {
    description: 'The five predicted classes in which most answers were resolved.',
  }),
})

/** The record of an expert's work: `GET /experts/me/record`. */
export const ExpertRecordView = Type.Object({
  offersKeptMs: Type.Integer({
    description: 'Time in ms for which the company keeps offers after a question was closed.',
  }),
  periods: Type.Array(PeriodView, { description: 'The records of the last 30 and the last 90 days.' }),
})
export type ExpertRecordView = Static<typeof ExpertRecordView>
