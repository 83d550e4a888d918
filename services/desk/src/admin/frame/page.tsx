import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { useTitle } from '../../ui/use-title.ts'
import { BackLink } from './back-link.tsx'
import styles from './page.module.css'

/** A page of the administration: its title, a sentence on what it is for, what can be done, and its content. */
export function Page({
  title,
  lead,
  back,
  actions,
  isFilled,
  children,
}: {
  title: string
  lead?: string
  /** The list that the page's subject is in. */
  back?: { href: string; name: string }
  actions?: ReactNode
  /** The content fills the page and scrolls by itself, like a table. Otherwise the page scrolls. */
  isFilled?: boolean
  children: ReactNode
}) {
  useTitle(title)
  return (
    <main className={classNames(styles['page'], isFilled ? styles['filled'] : styles['scrolling'])}>
      <header className={styles['head']}>
        <div className={styles['words']}>
          {back && <BackLink href={back.href}>{back.name}</BackLink>}
          <h1 className={styles['title']} dir="auto">
            {title}
          </h1>
          {lead && <p className={styles['lead']}>{lead}</p>}
        </div>
        {actions && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </main>
  )
}
