import { NumberField, TextField } from '../../ui/field.tsx'
import { language } from '../../words/words.ts'
import { DurationField, durationText } from '../frame/duration-field.tsx'
import { useShownText } from '../frame/shown-text.ts'
import { say } from '../words.ts'
import { RequirementSteps } from './requirement-steps.tsx'
import { catalogue, type NumericName, type Settings } from './settings-catalogue.ts'
import { WeightFields } from './weight-fields.tsx'

type Of<Name extends keyof Settings> = {
  name: Name
  value: Settings[Name]
  fault: string | undefined
  onChange: (value: Settings[Name]) => void
}

const hintOf = (name: keyof Settings, usual: string, bounds?: { from: string; to: string }) =>
  [say(`setting.${name}.hint`), say('settings.default', { value: usual }), bounds && say('settings.bounds', bounds)]
    .filter(Boolean)
    .join(' ')

/** The field of one setting. An empty field means the default. */
export function SettingField({
  name,
  settings,
  fault,
  onChange,
}: {
  name: keyof Settings
  settings: Settings
  fault: string | undefined
  onChange: (changes: Settings) => void
}) {
  if (name === 'waveSizes')
    return (
      <WaveSizes
        name={name}
        value={settings.waveSizes}
        fault={fault}
        onChange={(waveSizes) => onChange({ waveSizes })}
      />
    )
  if (name === 'requirements')
    return (
      <RequirementSteps
        steps={settings.requirements ?? []}
        fault={fault}
        onChange={(steps) => onChange({ requirements: steps.length === 0 ? undefined : steps })}
      />
    )
  if (name === 'weights')
    return <WeightFields weights={settings.weights ?? {}} fault={fault} onChange={(weights) => onChange({ weights })} />
  const numeric = { name, value: settings[name], fault, onChange: (value?: number) => onChange({ [name]: value }) }
  return catalogue[name].unit === 'ms' ? <Duration {...numeric} /> : <Amount {...numeric} />
}

function Duration({ name, value, fault, onChange }: Of<NumericName>) {
  const { default: usual, minimum, maximum } = catalogue[name]
  return (
    <DurationField
      label={say(`setting.${name}`)}
      hint={hintOf(name, durationText(usual))}
      fault={fault}
      value={value}
      usual={usual}
      minimum={minimum}
      maximum={maximum}
      onChange={onChange}
    />
  )
}

/** A number of things, a factor, or a share in percent. */
function Amount({ name, value, fault, onChange }: Of<NumericName>) {
  const { default: usual, minimum = 0, maximum = 10, unit } = catalogue[name]
  const isShare = unit === 'share'
  const scale = isShare ? 100 : 1
  const scaled = (amount: number) => Number((amount * scale).toFixed(4))
  const words = (amount: number) =>
    amount.toLocaleString(language(), isShare ? { style: 'percent', maximumFractionDigits: 1 } : {})
  const { text, setText } = useShownText(
    value,
    (amount) => (amount === undefined ? '' : String(scaled(amount))),
    (typed) => (typed === '' ? undefined : Number((Number(typed) / scale).toFixed(6))),
  )
  return (
    <NumberField
      label={say(`setting.${name}`)}
      hint={hintOf(name, words(usual), { from: words(minimum), to: words(maximum) })}
      fault={fault}
      {...(isShare ? { unit: '%' } : {})}
      {...(unit === 'count' ? { step: 1 } : {})}
      min={scaled(minimum)}
      max={scaled(maximum)}
      placeholder={String(scaled(usual))}
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setText(typed)
        onChange(typed === '' ? undefined : Number((Number(typed) / scale).toFixed(6)))
      }}
    />
  )
}

const sizesOf = (text: string) => {
  const sizes = (text.match(/\d+/g) ?? []).map(Number)
  return sizes.length === 0 ? undefined : sizes
}

function WaveSizes({ name, value, fault, onChange }: Of<'waveSizes'>) {
  const { text, setText } = useShownText(value, (sizes) => sizes?.join(', ') ?? '', sizesOf)
  const usual = catalogue[name].default.join(', ')
  return (
    <TextField
      label={say(`setting.${name}`)}
      hint={hintOf(name, usual)}
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
