import type { PersonalCredential } from '@askline/client'

export type Scope = PersonalCredential['scopes'][number]
export type HolderKind = 'integration' | 'expert' | 'agent' | 'admin'

declare const GRANTABLE_SCOPES: Record<HolderKind, readonly Scope[]>

/** The scopes that each kind of holder may have at most. The build writes them into the pages. */
export const grantableScopes = GRANTABLE_SCOPES
