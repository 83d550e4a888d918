import { type Static, Type } from 'typebox'
import { webhookDeliveryStatuses } from '../words.ts'
import { Nullable, Uuid } from './basics.ts'

/** The receipt of a forget request. It does not name the person. */
export const ForgetReceiptView = Type.Object({
  uuid: Uuid,
  status: Type.Enum(['ERASING', 'ERASED', 'NOT_FOUND'] as const, {
    description:
      'ERASED: no row and no model contains data of the person, and workers have had ten seconds to reload. ERASING: see `remains`. NOT_FOUND: the company has no person with this address. Data of the person that arrives later, for example in a file or a restored backup, is erased.',
  }),
  remains: Type.Array(
    Type.Object({
      code: Type.Enum(['rows', 'running_model', 'pinned_model', 'stored_models', 'memory'] as const),
      message: Type.String({ description: 'The remaining store as a sentence.' }),
    }),
    { description: 'Stores that may still contain data of the person. Empty when ERASED.' },
  ),
  erased: Type.Record(Type.String(), Type.Integer(), {
    description: 'Number of erased rows by store.',
  }),
  webhooks: Type.Array(
    Type.Object({
      uuid: Type.String({ ...Uuid, description: 'The webhook, which may have been removed since.' }),
      status: Type.Enum(webhookDeliveryStatuses, {
        description: 'DELIVERED: the receiver confirmed PERSON_FORGOTTEN.',
      }),
    }),
    { description: 'The webhooks that are told that the person was forgotten.' },
  ),
  dateCreated: Type.String({
    description: 'The time of the request. From then on the person is unknown and their tokens are invalid.',
  }),
  dateErased: Nullable(
    Type.String({ description: 'The time at which no row and no model contained data of the person.' }),
  ),
})
export type ForgetReceiptView = Static<typeof ForgetReceiptView>
