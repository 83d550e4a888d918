import type { WebhookEndpoint, WebhookTest } from '@askline/client'
import { useEffect, useEffectEvent, useState } from 'react'
import { FaultNotice } from '../../conversation/fault-notice.tsx'
import { useLive } from '../../live/use-live.ts'
import { useMove } from '../../live/use-move.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AnswerFacts, isAccepted } from './answer-facts.tsx'
import { say } from './webhook-words.ts'

/** Sends a test event at once, and shows what the receiver answered. */
export function TestDialog({ webhook: { uuid, name }, onClose }: { webhook: WebhookEndpoint; onClose: () => void }) {
  const { client } = useLive()
  const { run, busy, fault } = useMove()
  const [answer, setAnswer] = useState<WebhookTest>()
  const send = () => {
    setAnswer(undefined)
    void run('test', async () => setAnswer(await client.admin.webhooks.test(uuid)))
  }
  const sendFirst = useEffectEvent(send)
  useEffect(() => sendFirst(), [])
  return (
    <Dialog
      title={say('webhooks.testTitle', { name })}
      onClose={onClose}
      actions={
        <>
          <Button isBusy={busy !== undefined} onClick={send}>
            {say('webhooks.testAgain')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {say('webhooks.close')}
          </Button>
        </>
      }
    >
      <div role="status">
        {busy !== undefined && <p>{say('webhooks.testing')}</p>}
        {answer && (
          <Notice
            kind={isAccepted(answer) ? 'good' : 'bad'}
            title={say(isAccepted(answer) ? 'webhooks.testGood' : 'webhooks.testBad')}
          >
            <AnswerFacts {...answer} />
          </Notice>
        )}
      </div>
      <FaultNotice fault={fault} />
    </Dialog>
  )
}
