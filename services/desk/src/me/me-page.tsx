import { lazy, Suspense } from 'react'
import { say } from '../desk/desk-words.ts'
import { useLive } from '../live/use-live.ts'
import { SignOut } from '../session/signed-in-person.tsx'
import { classNames } from '../ui/class-names.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useTitle } from '../ui/use-title.ts'
import { shownText } from '../words/shown-text.ts'
import styles from './me-page.module.css'
import { PasswordForm } from './password-form.tsx'
import { PreferenceForm } from './preference-form.tsx'
import { Profile, Record } from './profile-form.tsx'

const ExpertRecord = lazy(async () => ({ default: (await import('../record/expert-record.tsx')).ExpertRecord }))
const OwnSessions = lazy(async () => ({ default: (await import('../sessions/own-sessions.tsx')).OwnSessions }))

/** `/desk/me`: what a person sets for themselves, and the record of an expert. */
export function MePage() {
  const { client, me } = useLive()
  useTitle(say('rail.me'))
  return (
    <main className={styles['page']}>
      <div className={styles['head']}>
        <h1 className={styles['title']}>
          <bdi>{shownText(me.name)}</bdi>
        </h1>
        {/* In a wide window the rail has this button. */}
        <div className={styles['signOut']}>
          <SignOut home="/desk" isNamed />
        </div>
      </div>
      {me.role === 'expert' && <Record />}
      <div className={classNames(styles['cards'], me.role === 'expert' && styles['pair'])}>
        {me.role === 'expert' && (
          <div className={styles['column']}>
            <Profile />
          </div>
        )}
        <div className={styles['column']}>
          <PreferenceForm />
          <PasswordForm />
          <div className={styles['card']}>
            <Suspense fallback={<Skeleton label={say('list.loading')} lines={4} />}>
              <OwnSessions />
            </Suspense>
          </div>
        </div>
      </div>
      {me.role === 'expert' && (
        <Suspense fallback={<Skeleton label={say('list.loading')} lines={6} />}>
          <ExpertRecord of={me.uuid} fetch={() => client.experts.record()} />
        </Suspense>
      )}
    </main>
  )
}
