import { type Static, Type } from 'typebox'
import { principalKinds } from '../access.ts'
import { scopes } from '../scopes.ts'
import { Nullable, Uuid } from './basics.ts'

/** The caller, from the access token. */
export const MeView = Type.Object({
  uuid: Uuid,
  name: Type.String(),
  email: Nullable(Type.String({ description: 'null for an integration.' })),
  role: Type.Enum(principalKinds),
  scopes: Type.Array(Type.Enum(scopes)),
  company: Type.Object({ uuid: Uuid, tag: Type.String(), name: Type.String() }),
  socketUrl: Type.String({ description: 'Where the socket of the notifier is, without the namespace.' }),
})
export type MeView = Static<typeof MeView>
