import { useLive } from '../live/use-live.ts'
import styles from './me-page.module.css'
import { PreferenceForm } from './preference-form.tsx'
import { Profile } from './profile-form.tsx'

/** `/desk/me`: what a person sets for themselves. */
export function MePage() {
  const { me } = useLive()
  return (
    <main className={styles['page']}>
      <h1 className={styles['title']}>
        <bdi>{me.name}</bdi>
      </h1>
      {me.role === 'expert' && <Profile />}
      <PreferenceForm />
    </main>
  )
}
