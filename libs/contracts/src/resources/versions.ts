import { type TProperties, Type } from 'typebox'
import { TrainingSettingsView } from '../settings/company-settings.ts'
import { CategoryView, IntegrationView, KnowledgeView, ManagedExpertView, StaffMemberView } from './administration.ts'
import { CompanyView } from './company.ts'
import { ExpertProfileView } from './people.ts'
import { DraftView, ReplyView } from './replies.ts'
import { WebhookEndpointView, WebhookSecretView } from './webhooks.ts'

const versioned = <Properties extends TProperties>(view: { properties: Properties }) =>
  Type.Object({
    ...view.properties,
    version: Type.String({
      description: 'The version of all fields that a PUT may change. Send it as `If-Match: "<version>"` with a PUT.',
      examples: ['9f86d081884c7d65'],
    }),
  })

/** Resources of administration as the API shows them: with the version that `If-Match` names. */
export const VersionedCategoryView = versioned(CategoryView)
export const VersionedCompanyView = versioned(CompanyView)
export const VersionedDraftView = versioned(DraftView)
export const VersionedExpertProfileView = versioned(ExpertProfileView)
export const VersionedIntegrationView = versioned(IntegrationView)
export const VersionedKnowledgeView = versioned(KnowledgeView)
export const VersionedManagedExpertView = versioned(ManagedExpertView)
export const VersionedReplyView = versioned(ReplyView)
export const VersionedStaffMemberView = versioned(StaffMemberView)
export const VersionedTrainingSettingsView = versioned(TrainingSettingsView)
export const VersionedWebhookEndpointView = versioned(WebhookEndpointView)
export const VersionedWebhookSecretView = versioned(WebhookSecretView)

/** A group of known answers in use whose questions are nearly the same and whose answers differ. */
export const AnswerConflictView = Type.Object({
  knowledge: Type.Array(VersionedKnowledgeView, { description: 'Two or more known answers, newest first.' }),
})
