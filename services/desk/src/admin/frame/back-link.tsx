import { Link } from 'wouter'
import { Icon } from '../../ui/icon.tsx'
import styles from './back-link.module.css'

/** Leads from one thing to the list that it is in. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className={styles['back']}>
      <Icon name="chevron-left" />
      {children}
    </Link>
  )
}
