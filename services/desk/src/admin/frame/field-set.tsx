import { type ReactNode, useId } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { FieldFault, FieldHint } from '../../ui/field-notes.tsx'
import styles from './field-set.module.css'

/** Several fields that make up one value. */
export function FieldSet({
  title,
  hint,
  fault,
  isPlain,
  children,
}: {
  title: string
  hint?: string
  fault?: string | undefined
  /** Without a frame, because its fields have frames or are many. */
  isPlain?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <fieldset
      className={classNames(styles['set'], !isPlain && styles['framed'])}
      aria-describedby={fault ? `${id}-fault` : undefined}
      data-refused={fault ? true : undefined}
    >
      <legend className={styles['title']}>{title}</legend>
      {hint && <FieldHint>{hint}</FieldHint>}
      {children}
      {fault && <FieldFault id={`${id}-fault`}>{fault}</FieldFault>}
    </fieldset>
  )
}
