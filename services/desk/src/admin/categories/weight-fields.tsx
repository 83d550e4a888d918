import { NumberField } from '../../ui/field.tsx'
import { say } from '../words.ts'
import styles from './categories-page.module.css'
import type { Settings } from './settings-catalogue.ts'

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
  fault,
  onChange,
}: {
  weights: Weights
  fault: string | undefined
  onChange: (weights: Weights | undefined) => void
}) {
  return (
    <fieldset className={styles['part']}>
      <legend className={styles['partTitle']}>{say('setting.weights')}</legend>
      <p className={styles['hint']}>
        {say('setting.weights.hint')} {say('settings.default', { value: 1 })}{' '}
        {say('settings.bounds', { from: 0, to: 10 })}
      </p>
      <div className={styles['signals']}>
        {signals.map((signal) => (
          <NumberField
            key={signal}
            label={say(`signal.${signal}`)}
            min={0}
            max={10}
            placeholder="1"
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
      {fault && (
        <p className={styles['fault']} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
