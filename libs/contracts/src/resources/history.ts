import { type Static, Type } from 'typebox'
import { eventTypes, offerStatuses } from '../words.ts'
import { DateTime, Nullable, Uuid } from './basics.ts'

const PersonNamed = Type.Object({ uuid: Uuid, name: Type.String() })

/** The history of a question before an agent takes it over. */
export const QuestionHistoryView = Type.Object({
  uuid: Type.String({ description: 'The uuid of the question.' }),
  offers: Type.Array(
    Type.Object({
      expert: PersonNamed,
      status: Type.Enum(offerStatuses),
      reason: Nullable(
        Type.String({ description: "The expert's reason, or the reason that the offer or claim ended." }),
      ),
      dateOffered: DateTime,
      dateClosed: Nullable(DateTime),
    }),
    { description: 'Up to 200 offers, oldest first.' },
  ),
  events: Type.Array(Type.Object({ type: Type.Enum(eventTypes), date: DateTime, person: Nullable(PersonNamed) }), {
    description: 'The newest 200 changes, oldest first.',
  }),
})
export type QuestionHistoryView = Static<typeof QuestionHistoryView>
