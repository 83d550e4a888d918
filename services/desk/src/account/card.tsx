import { type ReactNode, useEffect, useRef } from 'react'
import { Mark } from '../ui/mark.tsx'
import { useTitle } from '../ui/use-title.ts'
import styles from './card.module.css'

type CardProps = {
  title: string
  lead?: ReactNode
  /** The card took the place of a form: its title gets the focus, so that it is read. */
  isResult?: boolean
  children?: ReactNode
}

/** The one card of these pages, as on the sign-in page. */
export function Card({ title, lead, isResult = false, children }: CardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)
  useEffect(() => {
    if (isResult) heading.current?.focus()
  }, [isResult])
  return (
    <CardFrame>
      <header className={styles['head']}>
        <h1 ref={heading} tabIndex={-1} className={styles['title']}>
          {title}
        </h1>
        {lead && <p className={styles['text']}>{lead}</p>}
      </header>
      {children}
    </CardFrame>
  )
}

/** The card without a title, while nothing is known yet. */
export function CardFrame({ children }: { children: ReactNode }) {
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <p className={styles['product']}>
          <Mark />
          Askline
        </p>
        {children}
      </div>
    </main>
  )
}

/** A paragraph of a card. */
export function CardText({ children }: { children: ReactNode }) {
  return <p className={styles['text']}>{children}</p>
}
