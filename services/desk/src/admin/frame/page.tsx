import { type ReactNode, useEffect } from 'react'
import { say as sayShared } from '../../words/words.ts'
import styles from './page.module.css'

/** A page of the administration: its title, a sentence on what it is for, what can be done, and its content. */
export function Page({
  title,
  lead,
  actions,
  isFilled,
  children,
}: {
  title: string
  lead?: string
  actions?: ReactNode
  /** The content fills the page and scrolls by itself, like a table. Otherwise the page scrolls. */
  isFilled?: boolean
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · ${sayShared('desk.documentTitle')}`
    return () => {
      document.title = sayShared('desk.documentTitle')
    }
  }, [title])
  return (
    <main className={`${styles['page']} ${isFilled ? styles['filled'] : styles['scrolling']}`}>
      <header className={styles['head']}>
        <div className={styles['words']}>
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
