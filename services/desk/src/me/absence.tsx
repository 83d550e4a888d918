import { useEffect, useRef } from 'react'
import { say } from '../desk/desk-words.ts'
import { onAnyKey } from '../keys/bind-keys.ts'
import { measureElapsed } from '../live/clock.ts'
import { useMove } from '../live/use-move.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'
import { formatTime } from '../words/times.ts'
import styles from './absence.module.css'
import { useProfile } from './profile.ts'

/** ms between two looks, because routing sets an expert away who does nothing. */
const lookMs = 60_000
/** ms for which a page was hidden whose person was away. */
const absenceMs = 600_000

/** Says that routing set the expert away, until they press a key, come back to the page or say that they are back. */
export function Absence() {
  const { profile, look, save } = useProfile()
  const { run, busy, fault } = useMove()
  const isSetAway = profile?.awayReason === 'MISSED_OFFERS'
  const isSaving = useRef(false)
  // Every change of the profile is a sign that the expert is there. The service ends no absence that a person chose.
  const showPresence = useRef<() => void>(() => undefined)
  showPresence.current = () => {
    if (isSaving.current) return
    isSaving.current = true
    save({})
      .then(({ availability }) => {
        if (isSetAway && availability === 'AVAILABLE') showToast(say('absence.isOver'))
      })
      // The next key or look tries again.
      .catch(() => undefined)
      .finally(() => {
        isSaving.current = false
      })
  }

  useEffect(() => {
    let hiddenMs: (() => number) | undefined
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') {
        hiddenMs = measureElapsed()
        return
      }
      const wasAbsent = hiddenMs !== undefined && hiddenMs() >= absenceMs
      hiddenMs = undefined
      if (wasAbsent) showPresence.current()
      else void look()
    }
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void look()
    }, lookMs)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [look])

  useEffect(() => {
    return isSetAway ? onAnyKey(() => showPresence.current()) : undefined
  }, [isSetAway])

  if (!isSetAway) return null
  return (
    <div className={styles['absence']}>
      <Notice
        kind="warn"
        isLive
        title={say('absence.title', { time: formatTime(profile.awaySince ?? new Date().toISOString()) })}
        actions={
          <Button
            kind="primary"
            size="small"
            icon="check"
            isBusy={busy !== undefined}
            onClick={() => void run('back', () => save({ availability: 'AVAILABLE' }))}
          >
            {say('absence.back')}
          </Button>
        }
      >
        <p>{say('absence.reason', { n: profile.missedOffers })}</p>
        {fault && <p>{fault.message}</p>}
      </Notice>
    </div>
  )
}
