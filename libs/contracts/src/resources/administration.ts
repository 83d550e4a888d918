import { type Static, Type } from 'typebox'
import { scopes } from '../scopes.ts'
import { CategorySettingsView } from '../settings/category-settings.ts'
import {
  auditActions,
  auditActorKinds,
  auditOutcomes,
  knowledgeSources,
  knowledgeSuspensions,
  questionTypes,
  roles,
  staffRoles,
} from '../words.ts'
import { DateTime, Nullable, Uuid } from './basics.ts'
import { ExpertProfileView } from './people.ts'

/** Resources under /admin. Members are listed one by one, so that a new column is never shown by accident. */

/** How a person signs in, as admins see it. */
export const PasswordLinkState = Type.Object({
  hasPassword: Type.Boolean({ description: 'Whether the person can sign in with a password.' }),
  dateInvitationExpires: Nullable(
    Type.String({ ...DateTime, description: 'The expiry of the open invitation, or null without one.' }),
  ),
  datePasswordRequested: Nullable(
    Type.String({
      ...DateTime,
      description: 'The time at which the person requested a new password. Null after a link was made for them.',
    }),
  ),
})
export type PasswordLinkState = Static<typeof PasswordLinkState>

export const ManagedExpertView = Type.Object({
  ...ExpertProfileView.properties,
  ...PasswordLinkState.properties,
  isActive: Type.Boolean({ description: 'A deactivated expert gets no offers and cannot sign in.' }),
  lastActiveDate: Type.String({ description: 'An ISO 8601 date and time.' }),
})
export type ManagedExpertView = Static<typeof ManagedExpertView>

export const CategoryView = Type.Object({
  uuid: Uuid,
  name: Type.String({ examples: ['Loans'] }),
  type: Type.Enum(questionTypes),
  isDefault: Type.Boolean({ description: 'Whether questions without a category belong to this one.' }),
  settings: CategorySettingsView,
  dateCreated: Type.String(),
})
export type CategoryView = Static<typeof CategoryView>

export const KnowledgeView = Type.Object({
  uuid: Uuid,
  question: Type.String(),
  answer: Type.String(),
  class: Nullable(Type.String({ description: 'The class of questions that it answers.' })),
  language: Nullable(Type.String({ description: 'The ISO 639-1 code of the language, or null for any.' })),
  source: Type.Enum(knowledgeSources, {
    description:
      'The origin: an admin, an uploaded file, or an accepted answer of an expert. In the last case, the question is erased with its asker and the answer with its author, even if an admin rewrote it. Add a known answer to keep your own text.',
  }),
  file: Nullable(
    Type.Object({ uuid: Uuid, line: Type.Integer() }, { description: 'The uploaded file that it came from.' }),
  ),
  sources: Type.Array(Uuid, { description: 'The responses that it came from.' }),
  sourceQuestions: Type.Array(Uuid, { description: 'The questions of these responses, without duplicates.' }),
  suspended: Nullable(
    Type.Object(
      { reason: Type.Enum(knowledgeSuspensions), date: Type.String() },
      {
        description:
          'The suspension, or null. A suspended answer is not used. It was suspended by an admin, because its source was contested, edited or forgotten, or because askers rejected it too often for `precision`.',
      },
    ),
  ),
  dateCreated: Type.String(),
  lastUpdated: Type.String(),
})
export type KnowledgeView = Static<typeof KnowledgeView>

export const ManagedUserView = Type.Object({
  uuid: Uuid,
  name: Type.String({ examples: ['Ada'] }),
  email: Nullable(Type.String({ description: 'The e-mail address, or null after the person was forgotten.' })),
  role: Type.Enum(roles),
  isBlocked: Type.Boolean(),
  dateCreated: Type.String(),
})
export type ManagedUserView = Static<typeof ManagedUserView>

export const StaffMemberView = Type.Object({
  uuid: Uuid,
  name: Type.String({ description: 'The name, visible to askers in messages of the person.', examples: ['Dora'] }),
  email: Type.String({ description: 'The address with which the person signs in.', examples: ['dora@example.com'] }),
  role: Type.Enum(staffRoles),
  isBlocked: Type.Boolean({ description: 'A blocked person cannot sign in, and their credentials do not work.' }),
  ...PasswordLinkState.properties,
  dateCreated: Type.String(),
})
export type StaffMemberView = Static<typeof StaffMemberView>

/** A link that was made for a person. */
export const MadeLinkView = Type.Object({
  url: Nullable(
    Type.String({
      description:
        'The link. Shown once, so pass it to the person, who can set one password with it. Null if the answer is repeated for an Idempotency-Key.',
    }),
  ),
  dateExpires: DateTime,
})

const CredentialScopes = Type.Array(Type.Enum(scopes), {
  description: 'The scopes of the tokens that the credential obtains. Scopes that its owner may not have are omitted.',
})
const credentialLimits = {
  readsPerMinute: Nullable(
    Type.Integer({ description: 'Reads per minute of all its tokens together, or null for the default.' }),
  ),
  writesPerMinute: Nullable(
    Type.Integer({ description: 'Writes per minute of all its tokens together, or null for the default.' }),
  ),
}

export const IntegrationCredential = Type.Object({
  clientId: Type.String(),
  scopes: CredentialScopes,
  dateCreated: Type.String(),
  dateEnds: Nullable(Type.String({ description: 'The time at which a rotated secret expires, or null.' })),
  ...credentialLimits,
})

export const IntegrationView = Type.Object({
  uuid: Uuid,
  systemId: Type.String({ description: 'The public id of the system that the integration connects.' }),
  name: Type.String({ examples: ['Shop'] }),
  redirectUris: Type.Array(Type.String(), { description: 'Addresses to which people return after signing in.' }),
  clientIds: Type.Array(Type.String(), { description: 'The active client ids, oldest first.' }),
  credentials: Type.Array(IntegrationCredential, { description: 'The active secrets, oldest first.' }),
  dateCreated: Type.String(),
})
export type IntegrationView = Static<typeof IntegrationView>

export const IntegrationSecretView = Type.Object({
  ...IntegrationView.properties,
  clientId: Type.String(),
  clientSecret: Nullable(
    Type.String({
      description: 'The client secret. Shown once; null if the answer is repeated for an Idempotency-Key.',
    }),
  ),
})
export type IntegrationSecretView = Static<typeof IntegrationSecretView>

/** A one-time sign-in of a user, requested by the server of their company. */
export const AskerSignInView = Type.Object({
  uuid: Uuid,
  userUuid: Uuid,
  code: Nullable(
    Type.String({
      description: 'The code for the widget. Shown once; null if the answer is repeated for an Idempotency-Key.',
    }),
  ),
  url: Nullable(
    Type.String({ description: 'The address of the page for the user, including the code. Null if `code` is null.' }),
  ),
  dateExpires: Type.String({ description: 'The time at which the code expires.' }),
})

export const PersonalCredentialView = Type.Object({
  clientId: Type.String(),
  scopes: CredentialScopes,
  ...credentialLimits,
  dateCreated: Type.String(),
  dateRevoked: Nullable(Type.String({ description: 'The time of the revocation, or null.' })),
})
export type PersonalCredentialView = Static<typeof PersonalCredentialView>

export const AuditEntryView = Type.Object({
  id: Type.String({ description: 'The id of the entry. Later entries have larger ids.', examples: ['4711'] }),
  date: Type.String(),
  action: Type.Enum(auditActions),
  outcome: Type.Enum(auditOutcomes),
  reason: Nullable(Type.String({ description: 'The reason for the failure as a code.', examples: ['wrong_password'] })),
  actor: Type.Object({
    kind: Type.Enum(auditActorKinds),
    uuid: Nullable(Uuid),
  }),
  targetId: Nullable(Type.String({ description: 'The id of the person or object that the act changed.' })),
  fields: Type.Array(Type.String(), {
    description: 'Names of the fields that the act changed, without their values.',
    examples: [['settings.widgetColor']],
  }),
  address: Nullable(
    Type.String({
      description:
        "The client's IP address. It is reduced to its network (/24 for IPv4, /48 for IPv6) after 90 days. Null for acts on the command line, and after the person was forgotten.",
      examples: ['203.0.113.7'],
    }),
  ),
  userAgent: Nullable(
    Type.String({ description: 'The first 200 characters of `User-Agent`. Null after the person was forgotten.' }),
  ),
  correlationId: Nullable(Type.String()),
})
export type AuditEntryView = Static<typeof AuditEntryView>
