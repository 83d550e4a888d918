import { Link } from 'wouter'
import { classNames } from '../../ui/class-names.ts'
import styles from './tabs.module.css'

/** The parts of a place, each with an address of its own. */
export function Tabs({
  label,
  tabs,
  here,
}: {
  label: string
  tabs: readonly { href: string; text: string }[]
  here: string
}) {
  return (
    <nav className={styles['tabs']} aria-label={label}>
      {tabs.map(({ href, text }) => (
        <Link
          key={href}
          href={href}
          className={classNames(styles['tab'], href === here && styles['here'])}
          aria-current={href === here ? 'page' : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
