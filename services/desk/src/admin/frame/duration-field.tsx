import { useEffect, useRef, useState } from 'react'
import { NumberField, Select } from '../../ui/field.tsx'
import { language } from '../../words/messages.ts'
import { say } from '../admin-words.ts'
import styles from './duration-field.module.css'
import { useShownText } from './use-shown-text.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const
type Unit = (typeof units)[number][0]

const lengthOf = (unit: Unit) => units.find(([name]) => name === unit)?.[1] ?? 1_000
/** The largest unit of which `ms` is a whole number. */
const unitOf = (ms: number): Unit =>
  (ms > 0 ? units.find(([, length]) => ms % length === 0)?.[0] : undefined) ?? 'second'
const inUnit = (value: number, unit: Unit | 'millisecond') =>
  new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(value)
const nameOf = (unit: Unit) => inUnit(2, unit).find(({ type }) => type === 'unit')?.value ?? unit

/** A duration in its largest whole unit: "90 seconds". */
export function durationText(ms: number): string {
  const unit = unitOf(ms)
  const parts = ms % 1_000 === 0 ? inUnit(ms / lengthOf(unit), unit) : inUnit(ms, 'millisecond')
  return parts.map(({ value }) => value).join('')
}

/** A duration in the unit of one's choice. `value` is in ms; an empty field means that nothing is set. */
export function DurationField({
  label,
  hint,
  fault,
  value,
  usual,
  minimum,
  maximum,
  isRequired,
  onChange,
}: {
  label: string
  hint?: string
  fault?: string | undefined
  value: number | undefined
  /** The default in ms. */
  usual?: number
  minimum: number
  maximum: number
  isRequired?: boolean
  onChange: (value: number | undefined) => void
}) {
  const [unit, setUnit] = useState<Unit>(unitOf(value ?? usual ?? 0))
  const textOf = (ms: number | undefined) => (ms === undefined ? '' : String(Number((ms / lengthOf(unit)).toFixed(4))))
  const parse = (text: string, of = unit) => (text === '' ? undefined : Math.round(Number(text) * lengthOf(of)))
  const { text, setText } = useShownText(value, textOf, parse)
  const input = useRef<HTMLInputElement>(null)
  const bounds = say('settings.bounds', { from: durationText(minimum), to: durationText(maximum) })
  // A value that the API allowed stays until it is changed.
  const [given] = useState(value)
  const isWithin = value === undefined || value === given || (value >= minimum && value <= maximum)
  // The browser would name the bounds in the chosen unit: 1 ms would be 0.0000166 minutes.
  useEffect(() => input.current?.setCustomValidity(isWithin ? '' : bounds), [bounds, isWithin])
  return (
    <NumberField
      ref={input}
      label={label}
      value={text}
      required={isRequired}
      hint={hint === undefined ? bounds : `${hint} ${bounds}`}
      {...(fault === undefined ? {} : { fault })}
      {...(usual === undefined ? {} : { placeholder: textOf(usual) })}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(parse(event.currentTarget.value))
      }}
    >
      <span className={styles['unit']}>
        <Select
          hasHiddenLabel
          label={say('settings.unitOf', { name: label })}
          value={unit}
          options={units.map(([name]) => ({ value: name, text: nameOf(name) })).reverse()}
          onChange={(event) => {
            const next = event.currentTarget.value as Unit
            setUnit(next)
            onChange(parse(text, next))
          }}
        />
      </span>
    </NumberField>
  )
}
