import type { ReactNode } from 'react'
import styles from './bar.module.css'
import { Mark } from './mark.tsx'

/** The line at the top of a page: the product's mark, and what belongs to the whole page. */
export function Bar({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={styles['bar']}>
      <Mark />
      <span className={styles['title']}>{title}</span>
      <div className={styles['rest']}>{children}</div>
    </header>
  )
}
