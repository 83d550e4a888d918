import type { WebhookEndpoint } from '@askline/client'
import type { WebhookStart } from '@askline/contracts'
import { useState } from 'react'
import { FormDialog } from '../../desk/form-dialog.tsx'
import { useLive } from '../../live/use-live.ts'
import { Select } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { say } from './webhook-words.ts'

const starts = ['LAST', 'NOW'] as const satisfies readonly WebhookStart[]

/** Asks where a webhook goes on that was paused or disabled. */
export function EnableDialog({
  webhook: { uuid, name },
  onReload,
  onClose,
}: {
  webhook: WebhookEndpoint
  onReload: () => void
  onClose: () => void
}) {
  const { client } = useLive()
  const [from, setFrom] = useState<WebhookStart>('LAST')
  return (
    <FormDialog
      title={say('webhooks.enableTitle', { name })}
      doLabel={say('webhooks.enable')}
      onClose={onClose}
      onSubmit={async () => {
        await client.admin.webhooks.enable(uuid, from)
        showToast(say('webhooks.enabledNow'))
        onReload()
      }}
    >
      {(faultOf) => (
        <Select
          label={say('webhooks.from')}
          hint={say('webhooks.fromHint')}
          value={from}
          fault={faultOf('from')}
          options={starts.map((value) => ({ value, text: say(`webhooks.${value}`) }))}
          onChange={(event) => setFrom(event.currentTarget.value as WebhookStart)}
        />
      )}
    </FormDialog>
  )
}
