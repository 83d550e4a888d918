import type { ReactNode } from 'react'
import styles from './bar.module.css'

/** The line at the top of a page: the product's mark, and what belongs to the whole page. */
export function Bar({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={styles['bar']}>
      <span className={styles['mark']} aria-hidden="true">
        A
      </span>
      <span className={styles['title']}>{title}</span>
      <div className={styles['rest']}>{children}</div>
    </header>
  )
}
