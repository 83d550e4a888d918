import { catalogue as all, type CategorySettings } from '../settings/catalogue.ts'

export type Settings = CategorySettings
type Name = keyof Settings
export type NumericName = { [N in Name]-?: Settings[N] extends number | undefined ? N : never }[Name]

export const catalogue = all.category

/** Every setting, in the groups in which the form shows them. */
export const groups = {
  time: ['leaseMs', 'escalationMs', 'rerouteShare', 'promiseShare', 'silenceMs', 'approvalMs', 'expiryMs'],
  routing: ['offerMs', 'waveSizes', 'requirements', 'secondOpinionMs', 'leastChance', 'awayAfterMissed', 'priority'],
  capacity: ['weight', 'waitingWeight', 'patienceMs'],
  ranking: ['preference', 'exploration', 'weights'],
  automatic: ['precision', 'outOfScopeShare', 'autoHoldMs'],
} as const satisfies Record<string, readonly Name[]>

type Grouped = (typeof groups)[keyof typeof groups][number]
/** A setting that no group has is an error here. */
export const groupNames: Exclude<Name, Grouped> extends never ? (keyof typeof groups)[] : never = [
  'time',
  'routing',
  'capacity',
  'ranking',
  'automatic',
]
