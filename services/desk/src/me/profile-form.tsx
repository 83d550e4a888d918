import { useState } from 'react'
import { CopyId, FaultNotice } from '../conversation/fault-notice.tsx'
import { say } from '../desk/desk-words.ts'
import { useSubmit } from '../live/use-submit.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { language } from '../words/messages.ts'
import { percent } from '../words/percent.ts'
import { AvailabilitySwitch } from './availability-switch.tsx'
import styles from './me-page.module.css'
import { useProfile } from './profile.ts'
import { WorkingHours } from './working-hours.tsx'

/** How much the expert answered, how well, and what they hold now. */
export function Record() {
  const { profile } = useProfile()
  if (!profile) return null
  const {
    reputation,
    claimed: { waiting },
  } = profile
  const score = Number(reputation.helpfulnessScore)
  return (
    <dl className={styles['record']}>
      <div>
        <dt>{say('me.answers')}</dt>
        <dd>{Number(reputation.numberOfAnswers).toLocaleString(language())}</dd>
      </div>
      <div>
        <dt>{say('me.helpfulness')}</dt>
        <dd>{score > 0 ? percent(score, 0) : say('me.noRating')}</dd>
      </div>
      <div>
        <dt>{say('me.load')}</dt>
        <dd>{say('me.loadOf', { load: profile.load, capacity: profile.capacity })}</dd>
        {waiting > 0 && <dd className={styles['aside']}>{say('me.waiting', { n: waiting })}</dd>}
      </div>
    </dl>
  )
}

/** Edits the expert's own profile. */
export function Profile() {
  const { profile, error, look, save } = useProfile()
  if (!profile && error)
    return (
      <Notice
        kind="bad"
        title={say('me.failed')}
        actions={
          <>
            <Button onClick={() => void look()}>{say('session.again')}</Button>
            <CopyId error={error} />
          </>
        }
      >
        <p>{say('fault.nothingLost')}</p>
      </Notice>
    )
  if (!profile) return <Skeleton label={say('list.loading')} lines={6} />
  return (
    <>
      <section className={classNames(styles['card'], styles['form'])} aria-labelledby="work">
        <h2 id="work" className={styles['section']}>
          {say('me.work')}
        </h2>
        <AvailabilitySwitch />
        <CapacityForm capacity={profile.capacity} onSave={save} />
      </section>
      <div className={styles['card']}>
        <WorkingHours profile={profile} onSave={(workingHours) => save({ workingHours })} />
      </div>
    </>
  )
}

function CapacityForm({
  capacity,
  onSave,
}: {
  capacity: number
  onSave: (changes: { capacity: number }) => Promise<unknown>
}) {
  const { form, submit, isBusy, fault, faultOf } = useSubmit()
  const [typed, setTyped] = useState<string>()
  const units = typed ?? String(capacity)
  return (
    <form
      ref={form}
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(() => onSave({ capacity: Number(units) }))
      }}
    >
      <TextField
        label={say('me.capacity')}
        hint={say('me.capacityHint')}
        type="number"
        min={1}
        max={1000}
        required
        value={units}
        fault={faultOf('capacity')}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" isBusy={isBusy} disabled={units === String(capacity)}>
        {say('me.save')}
      </Button>
      <FaultNotice fault={fault} />
    </form>
  )
}
