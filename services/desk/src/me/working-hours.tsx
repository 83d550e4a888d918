import type { ExpertProfile } from '@askline/client'
import { useState } from 'react'
import { FaultNotice } from '../conversation/fault-notice.tsx'
import { say } from '../desk/desk-words.ts'
import { useSubmit } from '../live/use-submit.ts'
import { Button } from '../ui/button.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { useRowKeys } from '../ui/row-keys.ts'
import { language } from '../words/messages.ts'
import { deviceTimeZone, timeZoneChoices } from '../words/time-zone-choices.ts'
import styles from './working-hours.module.css'

type Hours = NonNullable<ExpertProfile['workingHours']>
type Shift = Hours['days'][number]

// The 1st of January 2024 was a Monday.
const dayName = (day: number) =>
  new Date(Date.UTC(2024, 0, day)).toLocaleDateString(language(), { weekday: 'long', timeZone: 'UTC' })
const week = [1, 2, 3, 4, 5, 6, 7]
/** The most that the service accepts. */
const maxShifts = 50

/** The hours in which questions are offered to the expert: shifts by weekday in one time zone. Holidays stay as they are. */
export function WorkingHours({
  profile,
  lead = say('hours.lead'),
  usualZone = deviceTimeZone(),
  onSave,
}: {
  profile: Pick<ExpertProfile, 'workingHours'>
  /** The purpose of the hours, if an admin sets them. */
  lead?: string
  /** The zone of hours that have none yet. */
  usualZone?: string | undefined
  /** Rejects if the hours are refused. */
  onSave: (hours: Hours | null) => Promise<unknown>
}) {
  const known = profile.workingHours
  const { form, submit, isBusy, fault, faultOf } = useSubmit()
  const [zone, setZone] = useState(known?.timeZone ?? usualZone)
  const [shifts, setShifts] = useState<readonly Shift[]>(known?.days ?? [])
  const { keys, drop } = useRowKeys(shifts.length)
  // Without shifts and holidays no time zone is kept.
  const keepsZone = shifts.length > 0 || (known?.holidays?.length ?? 0) > 0
  const isChanged =
    JSON.stringify(shifts) !== JSON.stringify(known?.days ?? []) || (keepsZone && zone !== known?.timeZone)
  const change = (at: number, changes: Partial<Shift>) =>
    setShifts(shifts.map((shift, i) => (i === at ? { ...shift, ...changes } : shift)))
  const add = () => {
    const day = week.find((one) => !shifts.some((shift) => (shift.day || 7) === one)) ?? 1
    setShifts([...shifts, { day, from: '09:00', to: '17:00' }])
  }
  return (
    <form
      ref={form}
      className={styles['form']}
      aria-labelledby="hours"
      onSubmit={(event) => {
        event.preventDefault()
        const { holidays } = known ?? {}
        const days = [...shifts].sort((a, b) => (a.day || 7) - (b.day || 7) || a.from.localeCompare(b.from))
        const isEmpty = days.length === 0 && !holidays?.length
        void submit(() => onSave(isEmpty ? null : { timeZone: zone, days, ...(holidays ? { holidays } : {}) }))
      }}
    >
      <h2 id="hours" className={styles['title']}>
        {say('hours.title')}
      </h2>
      <p className={styles['lead']}>{lead}</p>
      <Select
        label={say('hours.zone')}
        value={zone}
        fault={faultOf('workingHours.timeZone')}
        options={timeZoneChoices(zone)}
        onChange={(event) => setZone(event.currentTarget.value)}
      />
      {shifts.map((shift, at) => (
        <fieldset key={keys[at]} className={styles['shift']}>
          <legend className="visually-hidden">{dayName(shift.day || 7)}</legend>
          <Select
            label={say('hours.day')}
            value={String(shift.day || 7)}
            options={week.map((day) => ({ value: String(day), text: dayName(day) }))}
            onChange={(event) => change(at, { day: Number(event.currentTarget.value) })}
          />
          <TextField
            label={say('hours.from')}
            type="time"
            required
            value={shift.from}
            onChange={(event) => change(at, { from: event.currentTarget.value })}
          />
          <TextField
            label={say('hours.to')}
            type="time"
            required
            value={shift.to}
            onChange={(event) => change(at, { to: event.currentTarget.value })}
          />
          <Button
            kind="quiet"
            icon="x"
            aria-label={say('hours.remove', { day: dayName(shift.day || 7) })}
            onClick={() => {
              drop(at)
              setShifts(shifts.filter((_, i) => i !== at))
            }}
          />
        </fieldset>
      ))}
      <div className={styles['actions']}>
        {shifts.length < maxShifts && (
          <Button icon="plus" onClick={add}>
            {say('hours.add')}
          </Button>
        )}
        <Button type="submit" kind="primary" isBusy={isBusy} disabled={!isChanged}>
          {say('me.save')}
        </Button>
      </div>
      <FaultNotice fault={fault} />
    </form>
  )
}
