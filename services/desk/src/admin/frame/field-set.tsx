import type { ReactNode } from 'react'
import styles from './field-set.module.css'

/** Several fields that make up one value. */
export function FieldSet({
  title,
  hint,
  fault,
  children,
}: {
  title: string
  hint?: string
  fault?: string | undefined
  children: ReactNode
}) {
  return (
    <fieldset className={styles['set']}>
      <legend className={styles['title']}>{title}</legend>
      {hint && <p className={styles['hint']}>{hint}</p>}
      {children}
      {fault && (
        <p className={styles['fault']} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
