import { type ReactNode, useId } from 'react'
import styles from './form-group.module.css'

/** Fields of a form that belong together. */
export function FormGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles['group']} aria-labelledby={id}>
      <h3 id={id} className={styles['title']}>
        {title}
      </h3>
      {children}
    </section>
  )
}
