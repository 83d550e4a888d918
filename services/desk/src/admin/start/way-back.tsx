import { Badge } from '../../ui/badge.tsx'
import { say } from '../admin-words.ts'
import { BackLink } from '../frame/back-link.tsx'
import { useStart } from './use-start.tsx'
import styles from './way-back.module.css'

/** Leads back to the first steps from the page on which one of them is done. Only for admins who came from there. */
export function WayBack() {
  const { start, visited } = useStart()
  if (!visited) return null
  const isDone = start.value?.steps.some(({ name, isDone }) => name === visited && isDone)
  return (
    <nav className={styles['bar']} aria-label={say('start.title')}>
      <BackLink href="/admin/start">{say('start.back')}</BackLink>
      <p className={styles['step']} role="status">
        {say(`start.${visited}`)} {isDone && <Badge kind="good">{say('start.done')}</Badge>}
      </p>
    </nav>
  )
}
