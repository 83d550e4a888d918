import { useEffect, useRef, useState } from 'react'
import { say } from '../desk/desk-words.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import styles from './give-up.module.css'

/** Asks why an offer is declined (optional) or a question escalated (required). Escape goes back. */
export function GiveUp({
  kind,
  onReason,
  onCancel,
}: {
  kind: 'decline' | 'escalate'
  onReason: (reason: string) => Promise<unknown>
  onCancel: () => void
}) {
  const [reason, setReason] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // The form opens because the person asked for it by key or click.
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      className={styles['form']}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        setIsBusy(true)
        void onReason(reason.trim()).finally(() => setIsBusy(false))
      }}
    >
      <TextField
        label={say(kind === 'decline' ? 'giveUp.declineLabel' : 'giveUp.escalateLabel')}
        hint={say(kind === 'decline' ? 'giveUp.declineHint' : 'giveUp.escalateHint')}
        value={reason}
        maxLength={500}
        required={kind === 'escalate'}
        ref={field}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={styles['actions']}>
        <Button onClick={onCancel}>{say('giveUp.cancel')}</Button>
        <Button type="submit" kind={kind === 'decline' ? 'primary' : 'danger'} isBusy={isBusy}>
          {say(kind === 'decline' ? 'move.decline' : 'move.escalate')}
        </Button>
      </div>
    </form>
  )
}
