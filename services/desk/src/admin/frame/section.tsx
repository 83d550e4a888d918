import { type ReactNode, useId } from 'react'
import { classNames } from '../../ui/class-names.ts'
import styles from './section.module.css'

/** A part of a page with its title, and a sentence on what it is for. */
export function Section({
  title,
  lead,
  isWide,
  children,
}: {
  title: string
  lead?: string
  /** The content is wider than text, like a table with many columns. */
  isWide?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={classNames(styles['section'], isWide && styles['wide'])} aria-labelledby={id}>
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      {lead && <p className={styles['faint']}>{lead}</p>}
      {children}
    </section>
  )
}

/** A short list, each row a card. A list of any length is a Table. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles['rows']}>{children}</ul>
}

/** A row of Rows. */
export function Row({ children }: { children: ReactNode }) {
  return <li className={styles['row']}>{children}</li>
}

/** Something that a row tells beside its name. */
export function RowFact({ children }: { children: ReactNode }) {
  return <span className={styles['faint']}>{children}</span>
}

/** Renders the actions of a row at its end. */
export function RowActs({ children }: { children: ReactNode }) {
  return <div className={styles['acts']}>{children}</div>
}
