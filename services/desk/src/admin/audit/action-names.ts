import type { AuditEntry } from '@askline/client'
import type { AdminKey } from '../words.ts'

const keys = {
  sign_in: 'action.sign_in',
  sign_out: 'action.sign_out',
  token_reuse: 'action.token_reuse',
  company_created: 'action.company_created',
  company_updated: 'action.company_updated',
  staff_created: 'action.staff_created',
  staff_updated: 'action.staff_updated',
  staff_password_reset: 'action.staff_password_reset',
  expert_created: 'action.expert_created',
  expert_updated: 'action.expert_updated',
  expert_password_reset: 'action.expert_password_reset',
  expert_deactivated: 'action.expert_deactivated',
  experts_imported: 'action.experts_imported',
  category_created: 'action.category_created',
  category_updated: 'action.category_updated',
  knowledge_created: 'action.knowledge_created',
  knowledge_updated: 'action.knowledge_updated',
  knowledge_removed: 'action.knowledge_removed',
  knowledge_imported: 'action.knowledge_imported',
  file_uploaded: 'action.file_uploaded',
  file_removed: 'action.file_removed',
  model_pinned: 'action.model_pinned',
  model_removed: 'action.model_removed',
  model_unpinned: 'action.model_unpinned',
  model_rolled_back: 'action.model_rolled_back',
  training_changed: 'action.training_changed',
  question_relabelled: 'action.question_relabelled',
  user_blocked: 'action.user_blocked',
  user_unblocked: 'action.user_unblocked',
  user_forgotten: 'action.user_forgotten',
  forgotten_again: 'action.forgotten_again',
  key_rotated: 'action.key_rotated',
  key_dropped: 'action.key_dropped',
  key_reencrypted: 'action.key_reencrypted',
  integration_created: 'action.integration_created',
  integration_updated: 'action.integration_updated',
  integration_secret_rotated: 'action.integration_secret_rotated',
  integration_removed: 'action.integration_removed',
  credential_created: 'action.credential_created',
  credential_revoked: 'action.credential_revoked',
  credential_limited: 'action.credential_limited',
  credential_updated: 'action.credential_updated',
  token_issued: 'action.token_issued',
  token_minted: 'action.token_minted',
  token_revoked: 'action.token_revoked',
  clock_advanced: 'action.clock_advanced',
  dead_letter_replayed: 'action.dead_letter_replayed',
  dead_letter_discarded: 'action.dead_letter_discarded',
} as const satisfies Record<AuditEntry['action'], AdminKey>

/** Every act with the key of its name. */
export const actionNames = Object.entries(keys) as [AuditEntry['action'], AdminKey][]

/** Returns the key of an act's name. */
export const actionName = (action: AuditEntry['action']): AdminKey => keys[action]
