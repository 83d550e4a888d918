import type { Category } from '@askline/client'

export type Settings = Category['settings']
type Name = keyof Settings
export type NumericName = { [N in Name]-?: Settings[N] extends number | undefined ? N : never }[Name]
type Numeric = {
  unit: 'ms' | 'share' | 'count' | 'factor' | 'other'
  default: number
  minimum: number
  maximum: number
}
type Catalogue = Record<NumericName, Numeric> & { waveSizes: { default: readonly number[] } }

declare const CATEGORY_SETTINGS: Catalogue

/** Defaults, units and bounds of the settings, from the catalogue of the service. The build writes them into the pages. */
export const catalogue = CATEGORY_SETTINGS

/** Every setting, in the groups in which the form shows them. */
export const groups = {
  time: ['leaseMs', 'escalationMs', 'rerouteShare', 'promiseShare', 'approvalMs', 'expiryMs'],
  routing: ['offerMs', 'waveSizes', 'requirements', 'secondOpinionMs', 'leastChance', 'awayAfterMissed', 'priority'],
  capacity: ['weight', 'patienceMs'],
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

/** Returns the settings without those that have their defaults, in one order, so that equal ones are recognized. */
export const tidied = (settings: Settings): Settings =>
  Object.fromEntries(
    Object.entries(settings)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => a.localeCompare(b)),
  )
