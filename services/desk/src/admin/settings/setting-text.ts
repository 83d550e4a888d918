import { say } from '../admin-words.ts'
import type { SettingName } from './catalogue.ts'

/** Returns what a setting is for, with its default and its bounds. */
export const settingHint = (name: SettingName, usual: string | number, bounds?: { from: string; to: string }): string =>
  [say(`setting.${name}.hint`), say('settings.default', { value: usual }), bounds && say('settings.bounds', bounds)]
    .filter(Boolean)
    .join(' ')
