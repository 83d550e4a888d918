import { type Static, Type } from 'typebox'
import { Nullable, Uuid } from './basics.ts'

/** The receipt of a forget request. It does not name the person. */
export const ForgetReceiptView = Type.Object({
  uuid: Uuid,
  status: Type.Enum(['ERASING', 'ERASED', 'NOT_FOUND'] as const, {
    description:
      'ERASED when no row and no stored model holds data of the person, no running model may, and ten seconds have passed for workers to reload. Until then ERASING, and `remains` lists the rest. NOT_FOUND when the company knew nobody with this address; data that brings it later, such as a file or a restored backup, is erased.',
  }),
  remains: Type.Array(
    Type.Object({
      code: Type.Enum(['rows', 'running_model', 'pinned_model', 'stored_models', 'memory'] as const),
      message: Type.String({ description: 'The same as a sentence.' }),
    }),
    { description: 'What may still hold data of the person; empty once ERASED.' },
  ),
  erased: Type.Record(Type.String(), Type.Integer(), {
    description: 'Erased rows per store.',
  }),
  dateCreated: Type.String({
    description: 'ISO 8601. From then on the person is unknown and their tokens are invalid.',
  }),
  dateErased: Nullable(Type.String({ description: 'When no data of the person was left, in models either.' })),
})
export type ForgetReceiptView = Static<typeof ForgetReceiptView>
