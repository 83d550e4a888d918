import { type Static, Type } from 'typebox'
import { principalKinds } from '../access.ts'
import { scopes } from '../scopes.ts'
import { DateTime, Nullable, Uuid } from './basics.ts'

/** The caller, from the access token. */
export const MeView = Type.Object({
  uuid: Uuid,
  name: Type.String({ examples: ['Ada'] }),
  email: Nullable(Type.String({ description: 'The e-mail address, or null for an integration.' })),
  role: Type.Enum(principalKinds),
  scopes: Type.Array(Type.Enum(scopes)),
  company: Type.Object({
    uuid: Uuid,
    tag: Type.String({ examples: ['bank'] }),
    name: Type.String({ examples: ['Example Bank'] }),
  }),
  socketUrl: Type.String({ description: "The address of the notifier's socket, without the namespace." }),
})
export type MeView = Static<typeof MeView>

/** An open sign-in of a person. */
export const SessionView = Type.Object({
  uuid: Uuid,
  dateCreated: DateTime,
  dateLastUsed: Type.String({ ...DateTime, description: 'The time at which it last obtained a token.' }),
  browser: Nullable(
    Type.String({
      description: 'Browser and operating system of the last use, or null if unknown.',
      examples: ['Firefox on Linux'],
    }),
  ),
  network: Nullable(
    Type.String({
      description: 'The network of the last IP address: /24 for IPv4, /48 for IPv6.',
      examples: ['203.0.113.0/24'],
    }),
  ),
  isCurrent: Type.Boolean({ description: 'Whether the token of this request belongs to it.' }),
})
export type SessionView = Static<typeof SessionView>
