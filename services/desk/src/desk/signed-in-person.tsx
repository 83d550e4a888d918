import { useLive } from '../live/use-live.ts'
import { signOut } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { say } from '../words/words.ts'
import styles from './signed-in-person.module.css'

/** Who is signed in, and the way out. */
export function SignedInPerson() {
  const { me, drafts } = useLive()
  return (
    <div className={styles['person']}>
      <bdi className={styles['name']}>{me.name}</bdi>
      <Button
        kind="quiet"
        size="small"
        icon="log-out"
        aria-label={say('session.signOut')}
        onClick={() => {
          drafts.clear()
          void signOut().then(() => location.assign('/desk'))
        }}
      />
    </div>
  )
}
