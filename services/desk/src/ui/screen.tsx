import { type ReactNode, type RefObject, useRef } from 'react'
import { Link } from 'wouter'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { useKeptFocus } from './kept-focus.ts'
import styles from './screen.module.css'
import { ScrollRegion } from './scroll-region.tsx'
import { useTitle } from './use-title.ts'

type ScreenProps = {
  title: string
  titleRef?: RefObject<HTMLHeadingElement | null>
  back: BackLinkProps
  /** Stands beside the title: a state, and what can be done. */
  children: ReactNode
  content: ReactNode
  foot: ReactNode
  /** It fills the window. Otherwise it stands beside its list where there is room. */
  isWhole?: boolean
}

/** A title and the way back above what scrolls, and a foot below it. Both stay in sight. */
export function Screen({ title, titleRef, back, children, content, foot, isWhole = false }: ScreenProps) {
  const [Place, Title] = isWhole ? (['main', 'h1'] as const) : (['div', 'h2'] as const)
  useTitle(title)
  const own = useRef<HTMLHeadingElement>(null)
  const heading = titleRef ?? own
  const place = useRef<HTMLDivElement>(null)
  useKeptFocus(place, () => heading.current)
  return (
    <Place ref={place} className={classNames(styles['screen'], isWhole && styles['whole'])}>
      <header className={styles['head']}>
        <BackLink {...back} isBesideList={!isWhole} />
        <Title className={styles['title']} ref={heading} tabIndex={-1}>
          <bdi>{title}</bdi>
        </Title>
        {children}
      </header>
      <ScrollRegion label={title} className={styles['scroll']}>
        <div className={styles['content']}>{content}</div>
      </ScrollRegion>
      <footer className={styles['foot']}>
        <div className={styles['lines']}>{foot}</div>
      </footer>
    </Place>
  )
}

type BackLinkProps = { href: string; label: string }

/** Leads to the list. It is hidden where the list is in sight. */
export function BackLink({ href, label, isBesideList = false }: BackLinkProps & { isBesideList?: boolean }) {
  return (
    <Link
      href={href}
      className={classNames(styles['back'], isBesideList && styles['beside'])}
      aria-label={label}
      title={label}
    >
      <Icon name="chevron-left" />
    </Link>
  )
}
