import { useLive } from '../live/use-live.ts'
import styles from './me-page.module.css'
import { PasswordForm } from './password-form.tsx'
import { PreferenceForm } from './preference-form.tsx'
import { Profile, Record } from './profile-form.tsx'

/** `/desk/me`: what a person sets for themselves. */
export function MePage() {
  const { me } = useLive()
  return (
    <main className={styles['page']}>
      <h1 className={styles['title']}>
        <bdi>{me.name}</bdi>
      </h1>
      {me.role === 'expert' && <Record />}
      <div className={`${styles['cards']} ${me.role === 'expert' ? styles['pair'] : ''}`}>
        {me.role === 'expert' && (
          <div className={styles['column']}>
            <Profile />
          </div>
        )}
        <div className={styles['column']}>
          <PreferenceForm />
          <PasswordForm />
        </div>
      </div>
    </main>
  )
}
