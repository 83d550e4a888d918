import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import kinds from './kinds.module.css'
import styles from './notice.module.css'

const icons = {
  info: 'info',
  good: 'circle-check',
  warn: 'triangle-alert',
  bad: 'circle-alert',
} as const satisfies Record<string, IconName>

type NoticeProps = {
  kind?: keyof typeof icons
  title?: string
  /** Announces the notice to assistive technology when it appears. */
  isLive?: boolean
  actions?: ReactNode
  children?: ReactNode
}

/** A sentence that stands out, with what can be done about it. */
export function Notice({ kind = 'info', title, isLive, actions, children }: NoticeProps) {
  return (
    <div
      className={classNames(styles['notice'], kinds[kind])}
      role={isLive ? (kind === 'bad' ? 'alert' : 'status') : undefined}
    >
      <Icon name={icons[kind]} />
      <div className={styles['text']}>
        {title && <p className={styles['title']}>{title}</p>}
        {children}
        {actions && <div className={styles['actions']}>{actions}</div>}
      </div>
    </div>
  )
}
