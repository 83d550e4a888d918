import { NumberField, Select } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { language } from '../../words/messages.ts'
import { percent } from '../../words/percent.ts'
import { say } from '../admin-words.ts'
import { DurationField, durationText } from '../frame/duration-field.tsx'
import { LinesField } from '../frame/lines-field.tsx'
import { useShownText } from '../frame/use-shown-text.ts'
import type { Entry, SettingName } from './catalogue.ts'
import { formBounds } from './form-bounds.ts'
import { settingHint } from './setting-text.ts'

type FieldOf<Value> = {
  name: SettingName
  entry: Entry<Value>
  /** `undefined`: the default applies. */
  value: Value | undefined
  fault: string | undefined
  onChange: (value: Value | undefined) => void
}

/** A duration, a number of things, a factor, or a share in percent. An empty field means the default. */
export function NumberSetting(field: FieldOf<number>) {
  return field.entry.unit === 'ms' ? <Duration {...field} /> : <Amount {...field} />
}

function Duration({ name, entry, ...rest }: FieldOf<number>) {
  const { default: usual } = entry
  return (
    <DurationField
      {...rest}
      label={say(`setting.${name}`)}
      hint={settingHint(name, durationText(usual))}
      usual={usual}
      {...formBounds(name, entry)}
    />
  )
}

function Amount({ name, entry, value, fault, onChange }: FieldOf<number>) {
  const { default: usual, minimum = 0, maximum = 10, unit } = entry
  const isShare = unit === 'share'
  const scale = isShare ? 100 : 1
  const scaled = (amount: number) => Number((amount * scale).toFixed(4))
  const words = (amount: number) => (isShare ? percent(amount) : amount.toLocaleString(language()))
  const parse = (typed: string) => (typed === '' ? undefined : Number((Number(typed) / scale).toFixed(6)))
  const { text, setText } = useShownText(value, (amount) => (amount === undefined ? '' : String(scaled(amount))), parse)
  return (
    <NumberField
      label={say(`setting.${name}`)}
      hint={settingHint(name, words(usual), { from: words(minimum), to: words(maximum) })}
      fault={fault}
      {...(isShare ? { unit: '%' } : {})}
      {...(unit === 'count' ? { step: 1 } : {})}
      min={scaled(minimum)}
      max={scaled(maximum)}
      placeholder={String(scaled(usual))}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(parse(event.currentTarget.value))
      }}
    />
  )
}

/** A yes or no. */
export function SwitchSetting({ name, entry: { default: usual }, value = usual, onChange }: FieldOf<boolean>) {
  return (
    <Switch
      label={say(`setting.${name}`)}
      hint={settingHint(name, say(usual ? 'settings.on' : 'settings.off'))}
      checked={value}
      onChange={(checked) => onChange(checked === usual ? undefined : checked)}
    />
  )
}

/** One of a few. `textOf` returns the words for a choice. */
export function ChoiceSetting<Choice extends string>({
  name,
  entry: { default: usual },
  choices,
  textOf,
  value = usual,
  fault,
  onChange,
}: FieldOf<Choice> & { choices: readonly Choice[]; textOf: (choice: Choice) => string }) {
  return (
    <Select
      label={say(`setting.${name}`)}
      hint={settingHint(name, textOf(usual))}
      fault={fault}
      value={value}
      options={choices.map((choice) => ({ value: choice, text: textOf(choice) }))}
      onChange={(event) => {
        const chosen = choices.find((one) => one === event.currentTarget.value)
        onChange(chosen === usual ? undefined : chosen)
      }}
    />
  )
}

/** A list of texts, one on each line. An empty list is the default. */
export function LinesSetting({ name, entry: { maxItems }, value = [], fault, onChange }: FieldOf<string[]>) {
  return (
    <LinesField
      label={say(`setting.${name}`)}
      hint={[
        settingHint(name, say('settings.none')),
        say('settings.perLine'),
        maxItems !== undefined && say('settings.most', { n: maxItems }),
      ]
        .filter(Boolean)
        .join(' ')}
      lines={value}
      fault={fault}
      onChange={(lines) => onChange(lines.length === 0 ? undefined : lines)}
    />
  )
}
