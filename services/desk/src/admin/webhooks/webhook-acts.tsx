import type { WebhookEndpoint } from '@askline/client'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { FaultNotice } from '../../conversation/fault-notice.tsx'
import { useLive } from '../../live/use-live.ts'
import { useMove } from '../../live/use-move.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Confirm } from '../frame/confirm.tsx'
import { TestDialog } from './test-dialog.tsx'
import { say } from './webhook-words.ts'

/** The buttons of a webhook: test it, pause it, remove it. */
export function WebhookActs({ webhook, onReload }: { webhook: WebhookEndpoint; onReload: () => void }) {
  const { uuid, name, state } = webhook
  const { client } = useLive()
  const { run, busy, fault } = useMove()
  const [, go] = useLocation()
  const [asked, setAsked] = useState<'test' | 'remove'>()
  const close = () => setAsked(undefined)
  const pause = async () => {
    await client.admin.webhooks.pause(uuid)
    showToast(say('webhooks.pausedNow'))
    onReload()
  }
  return (
    <>
      <Button icon="send" onClick={() => setAsked('test')}>
        {say('webhooks.test')}
      </Button>
      {state === 'ACTIVE' && (
        <Button icon="pause" isBusy={busy !== undefined} onClick={() => void run('pause', pause)}>
          {say('webhooks.pause')}
        </Button>
      )}
      <Button kind="danger" icon="trash-2" onClick={() => setAsked('remove')}>
        {say('webhooks.remove')}
      </Button>
      <FaultNotice fault={fault} />
      {asked === 'test' && <TestDialog webhook={webhook} onClose={close} />}
      {asked === 'remove' && (
        <Confirm
          title={say('webhooks.removeTitle', { name })}
          doLabel={say('webhooks.remove')}
          isDanger
          onClose={close}
          onConfirm={async () => {
            await client.admin.webhooks.remove(uuid)
            showToast(say('webhooks.removed'))
            go('/admin/webhooks', { replace: true })
          }}
        >
          <p>{say('webhooks.removeHint')}</p>
        </Confirm>
      )}
    </>
  )
}
