import type { ComponentType } from 'react'
import type { FaultOf } from '../../live/use-refusal.ts'
import { type AdminKey, say } from '../admin-words.ts'
import { FormGroup } from '../frame/form-group.tsx'
import { tidied } from './catalogue.ts'

/** The parts of the keys of titles after `settings.`. */
type Titled = AdminKey extends infer Key ? (Key extends `settings.${infer Group}` ? Group : never) : never

/** Returns what the service says of a setting, or of a part of it, for example of `values`. */
export type SettingFault = (part?: string, item?: Parameters<FaultOf>[1]) => string | undefined

/** The fields of settings, in groups with titles. */
export function SettingGroups<Group extends Titled, Name extends string, Settings extends object>({
  groups,
  groupNames,
  field: Field,
  settings,
  faultOf,
  onChange,
}: {
  groups: Readonly<Record<Group, readonly Name[]>>
  groupNames: readonly Group[]
  field: ComponentType<{
    name: Name
    settings: Settings
    faultOf: SettingFault
    onChange: (changes: Settings) => void
  }>
  settings: Settings
  faultOf: FaultOf
  onChange: (settings: Settings) => void
}) {
  return groupNames.map((group) => (
    <FormGroup key={group} title={say(`settings.${group}`)}>
      {groups[group].map((name) => (
        <Field
          key={name}
          name={name}
          settings={settings}
          faultOf={(part, item) => faultOf(part === undefined ? `settings.${name}` : `settings.${name}.${part}`, item)}
          onChange={(changes) => onChange(tidied({ ...settings, ...changes }))}
        />
      ))}
    </FormGroup>
  ))
}
