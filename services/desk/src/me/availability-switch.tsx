import type { ExpertProfile } from '@askline/client'
import { say } from '../desk/desk-words.ts'
import { useMove } from '../live/use-move.ts'
import { Select } from '../ui/field.tsx'
import { useProfile } from './profile.ts'

type Availability = ExpertProfile['availability']

/** Whether questions are offered to the expert. */
export function AvailabilitySwitch() {
  const { profile, save } = useProfile()
  const { run, busy, fault } = useMove()
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
      fault={fault?.message}
      options={options}
      onChange={(event) => {
        const availability = event.currentTarget.value as Availability
        void run('availability', () => save({ availability }))
      }}
    />
  )
}
