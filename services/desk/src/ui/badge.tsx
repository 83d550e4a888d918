import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'
import kinds from './kinds.module.css'

/** A short state or count. The words carry the meaning; the color only repeats it. */
export function Badge({
  kind = 'plain',
  children,
}: {
  kind?: 'plain' | 'go' | 'good' | 'warn' | 'bad'
  children: ReactNode
}) {
  return <span className={classNames(styles['badge'], kinds[kind])}>{children}</span>
}
