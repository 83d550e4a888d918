import { useLive } from '../live/use-live.ts'
import { Mark } from '../ui/mark.tsx'
import styles from './company-mark.module.css'

/** Shows the company of the desk. */
export function CompanyMark() {
  const { me } = useLive()
  return (
    <p className={styles['company']}>
      <Mark />
      <bdi>{me.company.name}</bdi>
    </p>
  )
}
