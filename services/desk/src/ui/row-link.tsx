import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './row-link.module.css'

/** The name of a table's row, which opens it: the whole row can be clicked. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={styles['link']} dir="auto">
      {children}
    </Link>
  )
}
