import type { ExpertProfile } from '@askline/client'
import { useEffect } from 'react'
import { say } from '../desk/words.ts'
import { useMove } from '../live/use-move.ts'
import { Select } from '../ui/field.tsx'
import { useProfile } from './profile.ts'

type Availability = ExpertProfile['availability']

/** ms between two looks: who does not answer offers becomes away without doing anything. */
const lookMs = 60_000

/** Whether questions are offered to the expert. */
export function AvailabilitySwitch() {
  const { profile, save, look } = useProfile()
  const { run, busy, fault } = useMove()
  useEffect(() => {
    const lookIfVisible = () => {
      if (document.visibilityState === 'visible') void look()
    }
    const timer = setInterval(lookIfVisible, lookMs)
    document.addEventListener('visibilitychange', lookIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookIfVisible)
    }
  }, [look])
  if (!profile) return null
  const options: { value: Availability; text: string }[] = [
    { value: 'AVAILABLE', text: say('availability.available') },
    { value: 'AWAY', text: say('availability.away') },
    { value: 'OFFLINE', text: say('availability.offline') },
  ]
  return (
    <Select
      label={say('availability.label')}
      value={profile.availability}
      disabled={busy !== undefined}
      hint={profile.awayReason === 'MISSED_OFFERS' ? say('availability.missed') : undefined}
      fault={fault?.message}
      options={options}
      onChange={(event) => {
        const availability = event.currentTarget.value as Availability
        void run('availability', () => save({ availability }))
      }}
    />
  )
}
