import { NumberField } from '../../ui/field.tsx'
import { say } from '../admin-words.ts'
import { FieldSet } from '../frame/field-set.tsx'
import type { SettingFault } from '../settings/setting-groups.tsx'
import type { Settings } from './settings-catalogue.ts'
import styles from './weight-fields.module.css'

type Weights = NonNullable<Settings['weights']>
const signals = [
  'similar',
  'words',
  'activity',
  'record',
  'asker',
  'hour',
  'profile',
  'load',
] as const satisfies readonly (keyof Weights)[]

/** The factor on each signal of the ranking; an empty one is 1. */
export function WeightFields({
  weights,
  faultOf,
  onChange,
}: {
  weights: Weights
  faultOf: SettingFault
  onChange: (weights: Weights | undefined) => void
}) {
  return (
    <FieldSet
      isPlain
      title={say('setting.weights')}
      hint={`${say('setting.weights.hint')} ${say('settings.default', { value: 1 })} ${say('settings.bounds', { from: 0, to: 10 })}`}
      fault={signals.some((signal) => faultOf(signal)) ? undefined : faultOf()}
    >
      <div className={styles['signals']}>
        {signals.map((signal) => (
          <NumberField
            key={signal}
            label={say(`signal.${signal}`)}
            min={0}
            max={10}
            placeholder="1"
            fault={faultOf(signal)}
            value={weights[signal] ?? ''}
            onChange={(event) => {
              const { [signal]: _former, ...others } = weights
              const typed = event.currentTarget.value
              const next = typed === '' ? others : { ...others, [signal]: Number(typed) }
              onChange(Object.keys(next).length === 0 ? undefined : next)
            }}
          />
        ))}
      </div>
    </FieldSet>
  )
}
