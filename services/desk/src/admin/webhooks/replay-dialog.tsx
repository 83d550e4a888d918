import { useState } from 'react'
import { FormDialog } from '../../desk/form-dialog.tsx'
import { useLive } from '../../live/use-live.ts'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { say } from './webhook-words.ts'

const dayMs = 86_400_000

/** A moment as a field of type `datetime-local` writes it, in the time zone of the person. */
function localText(ms: number): string {
  const at = new Date(ms)
  return new Date(ms - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Asks since when events are sent again. */
export function ReplayDialog({
  uuid,
  onReplayed,
  onClose,
}: {
  uuid: string
  onReplayed: () => void
  onClose: () => void
}) {
  const { client, me } = useLive()
  const [now] = useState(() => Date.now() + me.clockAheadMs)
  const [since, setSince] = useState(localText(now - dayMs))
  return (
    <FormDialog
      title={say('webhooks.replayTitle')}
      doLabel={say('webhooks.resend')}
      onClose={onClose}
      onSubmit={async () => {
        await client.admin.webhooks.replay(uuid, { since: new Date(since).toISOString() })
        showToast(say('webhooks.replayed'))
        onReplayed()
      }}
    >
      {(faultOf) => (
        <>
          <p>{say('webhooks.replayHint')}</p>
          <TextField
            label={say('webhooks.replaySince')}
            hint={say('webhooks.replaySinceHint')}
            type="datetime-local"
            required
            min={localText(now - 30 * dayMs)}
            max={localText(now)}
            value={since}
            fault={faultOf('since')}
            onChange={(event) => setSince(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
