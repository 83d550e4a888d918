import { Button } from '../ui/button.tsx'
import { type Key, say } from '../words/shared-words.ts'
import styles from './rating-choice.module.css'

const known: Record<string, Key> = {
  POSITIVE_5: 'rating.5',
  NEUTRAL_POSITIVE_5: 'rating.4',
  NEUTRAL_5: 'rating.3',
  NEUTRAL_NEGATIVE_5: 'rating.2',
  NEGATIVE_5: 'rating.1',
}

/** The values of the company's scale, best first as the service lists them. Values of its own are shown as they are. */
export function RatingChoice({
  values,
  isBusy,
  onChoose,
}: {
  values: readonly string[]
  isBusy: boolean
  onChoose: (value: string) => void
}) {
  return (
    <fieldset className={styles['choice']} aria-busy={isBusy || undefined}>
      <legend className="visually-hidden">{say('system.rate')}</legend>
      {values.map((value) => {
        const key = known[value]
        return (
          <Button key={value} size="small" isBusy={isBusy} onClick={() => onChoose(value)}>
            {key ? say(key) : value}
          </Button>
        )
      })}
    </fieldset>
  )
}
