import { languageName } from '../../words/language-name.ts'
import { timeZoneChoices } from '../../words/time-zone-choices.ts'
import { say } from '../admin-words.ts'
import type { CompanySettings } from '../settings/catalogue.ts'
import { ChoiceSetting, LinesSetting, NumberSetting, SwitchSetting } from '../settings/setting-fields.tsx'
import type { SettingFault } from '../settings/setting-groups.tsx'
import { catalogue, type groups } from './company-settings.ts'
import { RatingSystemFields } from './rating-system-fields.tsx'

/** The field of one setting of the company. An empty field means the default. */
export function CompanySettingField({
  name,
  settings,
  faultOf,
  onChange,
}: {
  name: (typeof groups)[keyof typeof groups][number]
  settings: CompanySettings
  faultOf: SettingFault
  onChange: (changes: CompanySettings) => void
}) {
  const fieldOf = <Name extends keyof CompanySettings>(one: Name) => ({
    name: one,
    entry: catalogue[one],
    value: settings[one],
    fault: faultOf(),
    onChange: (value: CompanySettings[Name]) => onChange({ [one]: value }),
  })
  switch (name) {
    case 'language':
      return <ChoiceSetting {...fieldOf(name)} choices={['en', 'de'] as const} textOf={languageName} />
    case 'timeZone': {
      const zones = timeZoneChoices(settings[name] ?? catalogue[name].default)
      return (
        <ChoiceSetting
          {...fieldOf(name)}
          choices={zones.map(({ value }) => value)}
          textOf={(zone) => zones.find(({ value }) => value === zone)?.text ?? zone}
        />
      )
    }
    case 'ratingSystem':
      return (
        <RatingSystemFields
          value={settings.ratingSystem}
          faultOf={faultOf}
          onChange={(ratingSystem) => onChange({ ratingSystem })}
        />
      )
    case 'maxMessages':
    case 'offersKeptMs':
      return <NumberSetting {...fieldOf(name)} />
    case 'agentsRead':
      return (
        <ChoiceSetting
          {...fieldOf(name)}
          choices={['ALL', 'QUEUE'] as const}
          textOf={(choice) => say(`agentsRead.${choice}`)}
        />
      )
    case 'markdown':
    case 'flagPersonalData':
      return <SwitchSetting {...fieldOf(name)} />
    default:
      return <LinesSetting {...fieldOf(name)} />
  }
}
