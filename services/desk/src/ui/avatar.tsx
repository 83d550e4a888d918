import { shownText } from '../words/shown-text.ts'
import styles from './avatar.module.css'

/**
 * A person's picture if this service draws it, else the first letter of their name: another host would learn who reads.
 * Decorative: the name stands beside it.
 */
export function Avatar({ name, url }: { name: string; url?: string | null | undefined }) {
  return url?.startsWith(`${location.origin}/`) ? (
    <img className={styles['avatar']} src={url} alt="" loading="lazy" decoding="async" />
  ) : (
    <span className={styles['avatar']} aria-hidden="true">
      {[...shownText(name)][0]?.toLocaleUpperCase() ?? '?'}
    </span>
  )
}
