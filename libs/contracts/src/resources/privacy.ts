import { type Static, Type } from 'typebox'
import { Nullable, Uuid } from './basics.ts'

/** The receipt of a request to forget a person. It names nobody. */
export const ForgetReceiptView = Type.Object({
  uuid: Uuid,
  status: Type.Enum(['ERASING', 'ERASED'] as const, {
    description:
      'ERASED when no row and no stored model holds anything of the person, no model that may runs, and workers, who look twice a second, have had ten seconds since to take that up; ERASING until then, and `remains` says what does.',
  }),
  remains: Type.Array(
    Type.Object({
      code: Type.Enum(['rows', 'running_model', 'pinned_model', 'stored_models', 'memory'] as const),
      message: Type.String({ description: 'The same in words.' }),
    }),
    { description: 'What may still hold something of the person; empty once it is ERASED.' },
  ),
  erased: Type.Record(Type.String(), Type.Integer(), {
    description: 'How many rows of each store were erased: proof of what was there.',
  }),
  dateCreated: Type.String({
    description: 'ISO 8601. From then on the person is nobody here and their tokens are void.',
  }),
  dateErased: Nullable(
    Type.String({ description: 'When nothing of the person was left, in what was learned of them either.' }),
  ),
})
export type ForgetReceiptView = Static<typeof ForgetReceiptView>
