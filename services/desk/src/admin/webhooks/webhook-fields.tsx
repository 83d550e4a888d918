import type { WebhookFormat } from '@askline/contracts'
import type { FaultOf } from '../../live/use-refusal.ts'
import { Select, TextField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { NameField } from '../frame/name-field.tsx'
import { usualTypes } from './event-types.ts'
import { TypesField } from './types-field.tsx'
import { say } from './webhook-words.ts'

const formats = ['STANDARD', 'SLACK', 'TEAMS'] as const satisfies readonly WebhookFormat[]

export type WebhookValues = {
  name: string
  url: string
  format: WebhookFormat
  types: string[]
  includeState: boolean
}

/** The values of a new webhook. */
export const newValues: WebhookValues = {
  name: '',
  url: '',
  format: 'STANDARD',
  types: [...usualTypes('STANDARD')],
  includeState: false,
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((type) => other.includes(type))

/** The fields of a webhook. Another format brings its usual types, unless the person chose other ones. */
export function WebhookFields({
  values,
  faultOf,
  onChange,
}: {
  values: WebhookValues
  faultOf: FaultOf
  onChange: <Name extends keyof WebhookValues>(name: Name, value: WebhookValues[Name]) => void
}) {
  const { name, url, format, types, includeState } = values
  return (
    <>
      <NameField of="webhooks" name={name} fault={faultOf('name')} onChange={(next) => onChange('name', next)} />
      <Select
        label={say('webhooks.format')}
        hint={say(`webhooks.formatHint.${format}`)}
        value={format}
        fault={faultOf('format')}
        options={formats.map((value) => ({ value, text: say(`webhooks.${value}`) }))}
        onChange={(event) => {
          const next = event.currentTarget.value as WebhookFormat
          if (isSame(types, usualTypes(format))) onChange('types', [...usualTypes(next)])
          if (next !== 'STANDARD') onChange('includeState', false)
          onChange('format', next)
        }}
      />
      <TextField
        label={say('webhooks.url')}
        hint={say(`webhooks.urlHint.${format}`)}
        required
        type="url"
        maxLength={2_000}
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://"
        value={url}
        fault={faultOf('url')}
        onChange={(event) => onChange('url', event.currentTarget.value.trim())}
      />
      <TypesField types={types} format={format} fault={faultOf('types')} onChange={(next) => onChange('types', next)} />
      {/* A message of a chat has no place for it. */}
      {format === 'STANDARD' && (
        <Switch
          label={say('webhooks.includeState')}
          hint={say('webhooks.includeStateHint')}
          checked={includeState}
          onChange={(checked) => onChange('includeState', checked)}
        />
      )}
    </>
  )
}
