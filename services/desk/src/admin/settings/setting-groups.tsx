import type { ComponentType } from 'react'
import { FormGroup } from '../frame/form-group.tsx'
import { type AdminKey, say } from '../words.ts'
import { tidied } from './catalogue.ts'

/** The parts of the keys of titles after `settings.`. */
type Titled = AdminKey extends infer Key ? (Key extends `settings.${infer Group}` ? Group : never) : never

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
    fault: string | undefined
    onChange: (changes: Settings) => void
  }>
  settings: Settings
  faultOf: (path: string) => string | undefined
  onChange: (settings: Settings) => void
}) {
  return groupNames.map((group) => (
    <FormGroup key={group} title={say(`settings.${group}`)}>
      {groups[group].map((name) => (
        <Field
          key={name}
          name={name}
          settings={settings}
          fault={faultOf(`settings.${name}`)}
          onChange={(changes) => onChange(tidied({ ...settings, ...changes }))}
        />
      ))}
    </FormGroup>
  ))
}
