import type { Category, Company } from '@askline/client'

export type CategorySettings = Category['settings']
export type CompanySettings = Company['settings']
export type SettingName = keyof CategorySettings | keyof CompanySettings

/** A setting as the catalogue of the service describes it. Bounds are present where its schema has them. */
export type Entry<Value> = {
  default: Value
  unit: 'ms' | 'bytes' | 'share' | 'count' | 'factor' | 'other'
  minimum?: number
  maximum?: number
  maxItems?: number
  maxLength?: number
}
type Catalogue<Settings> = { [Name in keyof Settings]-?: Entry<NonNullable<Settings[Name]>> }

declare const SETTINGS: { category: Catalogue<CategorySettings>; company: Catalogue<CompanySettings> }

/** Defaults, units and bounds of all settings. The build writes them into the pages. */
export const catalogue = SETTINGS

/** Returns the settings without those that have their defaults, in one order, so that equal ones are recognized. */
export const tidied = <Settings extends object>(settings: Settings): Settings =>
  Object.fromEntries(
    Object.entries(settings)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => a.localeCompare(b)),
  ) as Settings
