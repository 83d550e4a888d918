import { useLive } from '../live/use-live.ts'
import styles from './company-mark.module.css'

/** Shows the company of the desk. */
export function CompanyMark() {
  const { me } = useLive()
  return (
    <p className={styles['company']}>
      <span className={styles['mark']} aria-hidden="true">
        A
      </span>
      <bdi>{me.company.name}</bdi>
    </p>
  )
}
