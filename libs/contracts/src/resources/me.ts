import { type Static, Type } from 'typebox'
import { principalKinds } from '../access.ts'
import { scopes } from '../scopes.ts'
import { DateTime, Nullable, Uuid } from './basics.ts'

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

/** An open sign-in of a person. */
export const SessionView = Type.Object({
  uuid: Uuid,
  dateCreated: DateTime,
  dateLastUsed: Type.String({ ...DateTime, description: 'When it last obtained a token.' }),
  browser: Nullable(
    Type.String({
      description: 'Browser and system of the last use; null if unknown.',
      examples: ['Firefox on Linux'],
    }),
  ),
  network: Nullable(
    Type.String({
      description: 'The network of the address of the last use: its /24, or its /48 in IPv6.',
      examples: ['203.0.113.0/24'],
    }),
  ),
  isCurrent: Type.Boolean({ description: 'Whether the token of this request comes from it.' }),
})
export type SessionView = Static<typeof SessionView>
