import type { PrincipalKind, Scope } from '@askline/contracts'
import { principalKinds } from '@askline/contracts'

/** The usual scopes of endpoints with the callers that may have them. */

type Callers = { scope: Scope; callers: readonly PrincipalKind[] }

/** Experts, agents and admins. */
export const staff = ['expert', 'agent', 'admin'] as const satisfies PrincipalKind[]
export const people = ['user', ...staff] as const satisfies PrincipalKind[]

export const forReaders = { scope: 'questions:read', callers: principalKinds } as const satisfies Callers
export const forWriters = { scope: 'questions:write', callers: principalKinds } as const satisfies Callers
export const forExperts = { scope: 'expert', callers: ['expert'] } as const satisfies Callers
export const forAgents = { scope: 'agent', callers: ['integration', 'agent', 'admin'] } as const satisfies Callers
export const forAdmins = { scope: 'admin', callers: ['admin'] } as const satisfies Callers
export const forTexts = { scope: 'answers', callers: ['integration', 'user', 'admin'] } as const satisfies Callers
export const forPrivacy = { scope: 'privacy', callers: ['integration', 'admin'] } as const satisfies Callers
export const forWebhooks = { scope: 'webhooks', callers: ['integration'] } as const satisfies Callers
export const forFeeds = { scope: 'events:read', callers: ['integration', 'admin'] } as const satisfies Callers
export const forTraining = { scope: 'training', callers: ['integration', 'admin'] } as const satisfies Callers
