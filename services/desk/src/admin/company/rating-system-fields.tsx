import { Select, TextField } from '../../ui/field.tsx'
import { say } from '../admin-words.ts'
import { FieldSet } from '../frame/field-set.tsx'
import { LinesField } from '../frame/lines-field.tsx'
import type { CompanySettings } from '../settings/catalogue.ts'
import type { SettingFault } from '../settings/setting-groups.tsx'
import { settingHint } from '../settings/setting-text.ts'
import { catalogue } from './company-settings.ts'

type RatingSystem = NonNullable<CompanySettings['ratingSystem']>
const usual = catalogue.ratingSystem.default
const orders = ['DESCENDING', 'ASCENDING'] as const satisfies readonly RatingSystem['order'][]

/** The scale with which askers rate answers. */
export function RatingSystemFields({
  value = usual,
  faultOf,
  onChange,
}: {
  value: RatingSystem | undefined
  faultOf: SettingFault
  onChange: (value: RatingSystem | undefined) => void
}) {
  const change = (changes: Partial<RatingSystem>) => {
    const next = { ...value, ...changes }
    onChange(JSON.stringify(next) === JSON.stringify(usual) ? undefined : next)
  }
  const [name, order, values] = [faultOf('name'), faultOf('order'), faultOf('values')]
  return (
    <FieldSet
      title={say('setting.ratingSystem')}
      hint={settingHint('ratingSystem', usual.name)}
      fault={name || order || values ? undefined : faultOf()}
    >
      <TextField
        label={say('rating.name')}
        required
        maxLength={64}
        pattern="[A-Za-z0-9_\-]+"
        value={value.name}
        fault={name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Select
        label={say('rating.order')}
        value={value.order}
        fault={order}
        options={orders.map((order) => ({ value: order, text: say(`rating.${order}`) }))}
        onChange={(event) => change({ order: event.currentTarget.value as RatingSystem['order'] })}
      />
      <LinesField
        label={say('rating.values')}
        hint={say('rating.valuesHint')}
        lines={value.values}
        fault={values}
        onChange={(values) => change({ values })}
      />
    </FieldSet>
  )
}
