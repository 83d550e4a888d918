import type { ReactNode } from 'react'
import styles from './empty.module.css'
import { Icon, type IconName } from './icon.tsx'

/** What stands where a list or a page has nothing to show: one sentence and at most one action. */
export function Empty({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={styles['empty']}>
      <span className={styles['icon']}>
        <Icon name={icon} />
      </span>
      <p className={styles['title']}>{title}</p>
      {children && <p className={styles['text']}>{children}</p>}
      {action}
    </div>
  )
}
