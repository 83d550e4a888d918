import { TextField } from '../../ui/field.tsx'
import { say } from '../admin-words.ts'
import { useShownText } from '../frame/use-shown-text.ts'
import { NumberSetting } from '../settings/setting-fields.tsx'
import type { SettingFault } from '../settings/setting-groups.tsx'
import { settingHint } from '../settings/setting-text.ts'
import { RequirementSteps } from './requirement-steps.tsx'
import { catalogue, type Settings } from './settings-catalogue.ts'
import { WeightFields } from './weight-fields.tsx'

/** The field of one setting. An empty field means the default. */
export function SettingField({
  name,
  settings,
  faultOf,
  onChange,
}: {
  name: keyof Settings
  settings: Settings
  faultOf: SettingFault
  onChange: (changes: Settings) => void
}) {
  if (name === 'waveSizes')
    return (
      <WaveSizes
        value={settings.waveSizes}
        fault={faultOf(undefined, 'entry')}
        onChange={(waveSizes) => onChange({ waveSizes })}
      />
    )
  if (name === 'requirements')
    return (
      <RequirementSteps
        steps={settings.requirements ?? []}
        faultOf={faultOf}
        onChange={(steps) => onChange({ requirements: steps.length === 0 ? undefined : steps })}
      />
    )
  if (name === 'weights')
    return (
      <WeightFields weights={settings.weights ?? {}} faultOf={faultOf} onChange={(weights) => onChange({ weights })} />
    )
  return (
    <NumberSetting
      name={name}
      entry={catalogue[name]}
      value={settings[name]}
      fault={faultOf()}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
}

const sizesOf = (text: string) => {
  const sizes = (text.match(/\d+/g) ?? []).map(Number)
  return sizes.length === 0 ? undefined : sizes
}

function WaveSizes({
  value,
  fault,
  onChange,
}: {
  value: Settings['waveSizes']
  fault: string | undefined
  onChange: (value: Settings['waveSizes']) => void
}) {
  const { text, setText } = useShownText(value, (sizes) => sizes?.join(', ') ?? '', sizesOf)
  const usual = catalogue.waveSizes.default.join(', ')
  return (
    <TextField
      label={say('setting.waveSizes')}
      hint={settingHint('waveSizes', usual)}
      fault={fault}
      inputMode="numeric"
      pattern="\s*[0-9]+(\s*,\s*[0-9]+)*\s*"
      placeholder={usual}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(sizesOf(event.currentTarget.value))
      }}
    />
  )
}
