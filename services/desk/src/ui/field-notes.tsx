import type { ReactNode } from 'react'
import styles from './field-notes.module.css'

/** Shows the purpose or the format of a field. */
export function FieldHint({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles['hint']}>
      {children}
    </p>
  )
}

/** Shows the fault of a value and how to correct it. Assistive technology announces it. */
export function FieldFault({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles['fault']} role="alert">
      {children}
    </p>
  )
}
