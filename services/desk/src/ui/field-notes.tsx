import type { ReactNode } from 'react'
import styles from './field-notes.module.css'

/** What a field is for, or what it takes. */
export function FieldHint({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles['hint']}>
      {children}
    </p>
  )
}

/** What is wrong with the value of a field and what to do. Assistive technology announces it. */
export function FieldFault({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles['fault']} role="alert">
      {children}
    </p>
  )
}
