import type { ReactNode } from 'react'
import styles from './empty.module.css'
import { Icon, type IconName } from './icon.tsx'
import { useTitle } from './use-title.ts'

/**
 * Renders the empty state of a list or page: one sentence and at most one action. If nothing else is on the page, `isPage`, the
 * sentence is its heading.
 */
export function Empty({
  icon,
  title,
  children,
  action,
  isPage = false,
}: {
  icon: IconName
  title: string
  children?: ReactNode
  action?: ReactNode
  isPage?: boolean
}) {
  useTitle(isPage ? title : undefined)
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={styles['empty']}>
      <span className={styles['icon']}>
        <Icon name={icon} />
      </span>
      <Title className={styles['title']}>{title}</Title>
      {children && <p className={styles['text']}>{children}</p>}
      {action}
    </div>
  )
}
