import type { Role } from './words.ts'

export const scopes = [
  'questions:read',
  'questions:write',
  'answers',
  'routing:read',
  'expert',
  'agent',
  'training',
  'privacy',
  'webhooks',
  'events:read',
  'admin',
] as const
export type Scope = (typeof scopes)[number]

/** The scopes that each kind of principal may have at most. */
export const grantable: Record<'integration' | Role, readonly Scope[]> = {
  integration: [
    'questions:read',
    'questions:write',
    'answers',
    'routing:read',
    'agent',
    'training',
    'privacy',
    'webhooks',
    'events:read',
  ],
  user: ['questions:read', 'questions:write', 'answers'],
  expert: ['questions:read', 'questions:write', 'expert'],
  agent: ['questions:read', 'questions:write', 'agent'],
  admin: [
    'questions:read',
    'questions:write',
    'answers',
    'routing:read',
    'agent',
    'training',
    'privacy',
    'webhooks',
    'events:read',
    'admin',
  ],
}
