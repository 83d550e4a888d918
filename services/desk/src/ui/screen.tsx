import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { Icon } from './icon.tsx'
import styles from './screen.module.css'
import { ScrollRegion } from './scroll-region.tsx'

type ScreenProps = {
  title: string
  back: BackLinkProps
  /** Stands beside the title: a state, and what can be done. */
  children: ReactNode
  content: ReactNode
  foot: ReactNode
  /** It fills the window. Otherwise it stands beside its list where there is room. */
  isWhole?: boolean
}

/** A title and the way back above what scrolls, and a foot below it. Both stay in sight. */
export function Screen({ title, back, children, content, foot, isWhole = false }: ScreenProps) {
  const [Place, Title] = isWhole ? (['main', 'h1'] as const) : (['div', 'h2'] as const)
  const heading = useRef<HTMLHeadingElement>(null)
  const place = useRef<HTMLDivElement>(null)
  useKeptFocus(place, heading)
  return (
    <Place ref={place} className={`${styles['screen']} ${isWhole ? styles['whole'] : ''}`}>
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

/** Moves the focus to `heading` when what had it goes away, for example a button after its move was made. */
function useKeptFocus(place: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current: element } = place
    if (!element) return
    let last: EventTarget | null = null
    const onFocus = ({ target }: FocusEvent) => {
      last = target
    }
    const gone = new MutationObserver(() => {
      const isLost = last instanceof Element && !last.isConnected && document.activeElement === document.body
      if (isLost) heading.current?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', onFocus)
    gone.observe(element, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      gone.disconnect()
    }
  }, [heading, place])
}

type BackLinkProps = { href: string; label: string }

/** Leads to the list. It is hidden where the list is in sight. */
export function BackLink({ href, label, isBesideList = false }: BackLinkProps & { isBesideList?: boolean }) {
  return (
    <Link
      href={href}
      className={`${styles['back']} ${isBesideList ? styles['beside'] : ''}`}
      aria-label={label}
      title={label}
    >
      <Icon name="chevron-left" />
    </Link>
  )
}
