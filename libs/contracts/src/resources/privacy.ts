import { type Static, Type } from 'typebox'
import { Nullable, Uuid } from './basics.ts'

/** The receipt of a request to forget a person. It names nobody. */
export const ForgetReceiptView = Type.Object({
  uuid: Uuid,
  status: Type.Enum(['ERASING', 'ERASED'] as const),
  erased: Type.Record(Type.String(), Type.Integer(), {
    description: 'How many rows of each store were erased: proof of what was there.',
  }),
  dateCreated: Type.String({
    description: 'ISO 8601. From then on the person is nobody here and their tokens are void.',
  }),
  dateErased: Nullable(Type.String({ description: 'When nothing of the person was found any more.' })),
})
export type ForgetReceiptView = Static<typeof ForgetReceiptView>
