import {
  type InputHTMLAttributes,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { FieldFault, FieldHint } from './field-notes.tsx'

type Described = {
  label: string
  /** Hides the label from sight, not from assistive technology. */
  hasHiddenLabel?: boolean
  hint?: string | undefined
  /** The fault of the value and how to correct it. */
  fault?: string | undefined
}

function Around({
  id,
  label,
  hasHiddenLabel,
  hint,
  fault,
  children,
}: Described & { id: string; children: React.ReactNode }) {
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={hasHiddenLabel ? 'visually-hidden' : styles['label']}>
        {label}
      </label>
      {children}
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      {fault && <FieldFault id={`${id}-fault`}>{fault}</FieldFault>}
    </div>
  )
}

const describedBy = (id: string, { hint, fault }: Described) =>
  [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ') || undefined

type Plain<T> = Omit<T, 'className' | 'style' | 'id'>

/** A line of text with its label. */
export function TextField({
  label,
  hasHiddenLabel,
  hint,
  fault,
  ...rest
}: Described & Plain<InputHTMLAttributes<HTMLInputElement>> & { ref?: Ref<HTMLInputElement> }) {
  const id = useId()
  const described = { label, hint, fault, ...(hasHiddenLabel ? { hasHiddenLabel } : {}) }
  return (
    <Around id={id} {...described}>
      <input
        {...rest}
        id={id}
        className={styles['control']}
        aria-invalid={fault ? true : undefined}
        aria-describedby={describedBy(id, described)}
      />
    </Around>
  )
}

/** A text of several lines. It grows with its content up to half the window. */
export function TextArea({
  label,
  hasHiddenLabel,
  hint,
  fault,
  ref,
  ...rest
}: Described & Plain<TextareaHTMLAttributes<HTMLTextAreaElement>> & { ref?: Ref<HTMLTextAreaElement> }) {
  const id = useId()
  const described = { label, hint, fault, ...(hasHiddenLabel ? { hasHiddenLabel } : {}) }
  return (
    <Around id={id} {...described}>
      <textarea
        rows={3}
        {...rest}
        ref={ref}
        id={id}
        className={classNames(styles['control'], styles['area'])}
        aria-invalid={fault ? true : undefined}
        aria-describedby={describedBy(id, described)}
      />
    </Around>
  )
}

/** A choice of one among few. */
export function Select({
  label,
  hasHiddenLabel,
  hint,
  fault,
  options,
  ...rest
}: Described &
  Plain<SelectHTMLAttributes<HTMLSelectElement>> & { options: readonly { value: string; text: string }[] }) {
  const id = useId()
  const described = { label, hint, fault, ...(hasHiddenLabel ? { hasHiddenLabel } : {}) }
  return (
    <Around id={id} {...described}>
      <select
        {...rest}
        id={id}
        className={styles['control']}
        aria-invalid={fault ? true : undefined}
        aria-describedby={describedBy(id, described)}
      >
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Around>
  )
}

/** A number with its unit and its bounds. An empty `value` means that nothing is set. `children` stand beside it. */
export function NumberField({
  label,
  hasHiddenLabel,
  hint,
  fault,
  unit,
  children,
  ...rest
}: Described &
  Plain<Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'min' | 'max'>> & {
    unit?: string
    min?: number
    max?: number
    ref?: Ref<HTMLInputElement>
  }) {
  const id = useId()
  const described = { label, hint, fault, ...(hasHiddenLabel ? { hasHiddenLabel } : {}) }
  const about = [describedBy(id, described), unit && `${id}-unit`].filter(Boolean).join(' ')
  return (
    <Around id={id} {...described}>
      <span className={styles['measured']}>
        <input
          step="any"
          {...rest}
          id={id}
          type="number"
          inputMode="decimal"
          className={classNames(styles['control'], styles['number'])}
          aria-invalid={fault ? true : undefined}
          aria-describedby={about || undefined}
        />
        {unit && (
          <span id={`${id}-unit`} className={styles['unit']}>
            {unit}
          </span>
        )}
        {children}
      </span>
    </Around>
  )
}
