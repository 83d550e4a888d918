import type { Send } from '../live/send.ts'
import { useCell, useElapsed, useLive } from '../live/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { say } from '../words/shared-words.ts'
import styles from './pending-send.module.css'
import { takeBack, undoKeys } from './take-back.ts'

/** A text that is not confirmed yet: about to be sent, on its way, waiting for the network, or refused. */
export function PendingSend({ send }: { send: Send }) {
  const live = useLive()
  const isOffline = useCell(live.connection) === 'offline'
  const secondsLeft = Math.ceil((send.sendAfter - useElapsed(250)) / 1_000)
  const undo = () => takeBack(live, send.key)
  return (
    <div className={styles['pending']}>
      <p className={styles['text']} dir="auto">
        {send.text}
      </p>
      {send.refusal ? (
        <Notice
          kind="bad"
          isLive
          title={say('send.refused')}
          actions={
            <>
              <Button size="small" icon="pencil" onClick={undo}>
                {say('send.edit')}
              </Button>
              <Button size="small" onClick={() => live.sends.retry(send.key)}>
                {say('send.retry')}
              </Button>
            </>
          }
        >
          {send.refusal}
        </Notice>
      ) : (
        <p className={styles['state']} role="status">
          {secondsLeft > 0 ? say('send.in', { n: secondsLeft }) : isOffline ? say('send.waiting') : say('send.sending')}
          {secondsLeft > 0 && (
            <Button size="small" kind="quiet" icon="undo-2" shortcut={undoKeys} onClick={undo}>
              {say('send.undo')}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}
