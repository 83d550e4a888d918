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
    Type.String({ ...DateTime, description: 'Until when the open invitation works; null if there is none.' }),
  ),
  datePasswordRequested: Nullable(
    Type.String({
      ...DateTime,
      description: 'When the person asked for a new password; null once a link is made for them.',
    }),
  ),
})
export type PasswordLinkState = Static<typeof PasswordLinkState>

export const ManagedExpertView = Type.Object({
  ...ExpertProfileView.properties,
  ...PasswordLinkState.properties,
  isActive: Type.Boolean({ description: 'A deactivated expert gets no offers and cannot sign in.' }),
  lastActiveDate: Type.String({ description: 'ISO 8601.' }),
})
export type ManagedExpertView = Static<typeof ManagedExpertView>

export const CategoryView = Type.Object({
  uuid: Uuid,
  name: Type.String(),
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
  language: Nullable(Type.String({ description: 'ISO 639-1; null means any.' })),
  source: Type.Enum(knowledgeSources, {
    description:
      'An admin, an uploaded file, or an accepted answer of an expert. Of an accepted answer, the question is erased with its asker and the answer with its author, even if an admin rewrote it. Add a known answer to keep your own text.',
  }),
  file: Nullable(Type.Object({ uuid: Uuid, line: Type.Integer() }, { description: 'The uploaded file it came from.' })),
  sources: Type.Array(Uuid, { description: 'The responses that it came from.' }),
  sourceQuestions: Type.Array(Uuid, { description: 'The questions of these responses, each once.' }),
  suspended: Nullable(
    Type.Object(
      { reason: Type.Enum(knowledgeSuspensions), date: Type.String() },
      {
        description:
          'While suspended, it is not given. An admin suspended it, its source was contested, edited or forgotten, or askers rejected it too often for `precision`.',
      },
    ),
  ),
  dateCreated: Type.String(),
  lastUpdated: Type.String(),
})
export type KnowledgeView = Static<typeof KnowledgeView>

export const ManagedUserView = Type.Object({
  uuid: Uuid,
  name: Type.String(),
  email: Nullable(Type.String({ description: 'null after the person was forgotten.' })),
  role: Type.Enum(roles),
  isBlocked: Type.Boolean(),
  dateCreated: Type.String(),
})
export type ManagedUserView = Static<typeof ManagedUserView>

export const StaffMemberView = Type.Object({
  uuid: Uuid,
  name: Type.String({ description: 'Shown to askers under what the person answers.' }),
  email: Type.String({ description: 'The address with which the person signs in.' }),
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
        'Shown once: pass it to the person. It sets a password once. null in an answer that is repeated for an Idempotency-Key.',
    }),
  ),
  dateExpires: DateTime,
})

const CredentialScopes = Type.Array(Type.Enum(scopes), {
  description: 'The scopes of its tokens, as far as the kind of its holder has them.',
})
const credentialLimits = {
  readsPerMinute: Nullable(
    Type.Integer({ description: 'Reads per minute of all its tokens together; null for the default.' }),
  ),
  writesPerMinute: Nullable(
    Type.Integer({ description: 'Writes per minute of all its tokens together; null for the default.' }),
  ),
}

export const IntegrationView = Type.Object({
  uuid: Uuid,
  systemId: Type.String({ description: 'The public id of the system whose external ids it sends.' }),
  name: Type.String(),
  redirectUris: Type.Array(Type.String(), { description: 'Addresses to which people return after signing in.' }),
  clientIds: Type.Array(Type.String(), { description: 'The client ids in use, oldest first.' }),
  credentials: Type.Array(
    Type.Object({
      clientId: Type.String(),
      scopes: CredentialScopes,
      dateCreated: Type.String(),
      dateEnds: Nullable(Type.String({ description: 'When the secret stops working; null unless it was rotated.' })),
      ...credentialLimits,
    }),
    { description: 'The secrets in use, oldest first.' },
  ),
  dateCreated: Type.String(),
})
export type IntegrationView = Static<typeof IntegrationView>

export const IntegrationSecretView = Type.Object({
  ...IntegrationView.properties,
  clientId: Type.String(),
  clientSecret: Nullable(
    Type.String({ description: 'Shown this once; null where the answer is repeated for an Idempotency-Key.' }),
  ),
})
export type IntegrationSecretView = Static<typeof IntegrationSecretView>

/** A one-time sign-in of a user, requested by the server of their company. */
export const AskerSignInView = Type.Object({
  uuid: Uuid,
  userUuid: Uuid,
  code: Nullable(
    Type.String({ description: 'For the widget. Shown this once; null where an Idempotency-Key repeats the answer.' }),
  ),
  url: Nullable(Type.String({ description: 'The page of the user, with the code. null as `code`.' })),
  dateExpires: Type.String({ description: 'When the code stops working.' }),
})

export const PersonalCredentialView = Type.Object({
  clientId: Type.String(),
  scopes: CredentialScopes,
  ...credentialLimits,
  dateCreated: Type.String(),
  dateRevoked: Nullable(Type.String({ description: 'When it was revoked.' })),
})
export type PersonalCredentialView = Static<typeof PersonalCredentialView>

export const AuditEntryView = Type.Object({
  id: Type.String({ description: 'Grows with every entry.' }),
  date: Type.String(),
  action: Type.Enum(auditActions),
  outcome: Type.Enum(auditOutcomes),
  reason: Nullable(Type.String({ description: 'Why it failed, as one word.' })),
  actor: Type.Object({
    kind: Type.Enum(auditActorKinds),
    uuid: Nullable(Uuid),
  }),
  targetId: Nullable(Type.String({ description: 'The id of the target.' })),
  fields: Type.Array(Type.String(), {
    description: 'Names of the members that the act changed, without their values.',
    examples: [['settings.widgetColor']],
  }),
  address: Nullable(
    Type.String({
      description:
        "The client's address. After 90 days its network: /24 of IPv4, /48 of IPv6. null at the command line, and after the person was forgotten.",
      examples: ['203.0.113.7'],
    }),
  ),
  userAgent: Nullable(
    Type.String({ description: 'The first 200 characters of `User-Agent`. null after the person was forgotten.' }),
  ),
  correlationId: Nullable(Type.String()),
})
export type AuditEntryView = Static<typeof AuditEntryView>
