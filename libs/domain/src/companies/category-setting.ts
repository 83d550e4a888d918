import { type CategorySettings, categoryDefaults, categorySettings } from '@askline/contracts'

type NumericSetting = {
  [K in keyof CategorySettings]-?: CategorySettings[K] extends number | undefined ? K : never
}[keyof CategorySettings]

/**
 * Returns SQL of a numeric setting of a category, or of its default. `settings` is the SQL of the settings, such as `k.settings`.
 * Times are in ms.
 */
export function settingIn(settings: string, name: NumericSetting): string {
  return `coalesce((${settings} ->> '${name}')::${sqlTypeOf(name)}, ${categoryDefaults[name]})`
}

function sqlTypeOf(name: NumericSetting): string {
  if (categorySettings[name].unit === 'ms') return 'bigint'
  return categorySettings[name].schema.type === 'integer' ? 'int' : 'float8'
}
