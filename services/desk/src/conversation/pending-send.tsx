import type { Send } from '../live/send.ts'
import { useCell, useLive, useNow } from '../live/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { say } from '../words/words.ts'
import styles from './pending-send.module.css'

/** A text that is not confirmed yet: about to be sent, on its way, waiting for the network, or refused. */
export function PendingSend({ send }: { send: Send }) {
  const live = useLive()
  const isOffline = useCell(live.connection) === 'offline'
  const secondsLeft = Math.ceil((send.sendAfter - useNow(250)) / 1_000)
  const takeBack = () => {
    const back = live.sends.takeBack(send.key)
    if (back) live.drafts.write(draftName(back), back.text)
    window.dispatchEvent(new CustomEvent('askline-draft'))
  }
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
              <Button size="small" icon="pencil" onClick={takeBack}>
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
            <Button size="small" kind="quiet" icon="undo-2" shortcut="z" onClick={takeBack}>
              {say('send.undo')}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

/** Under which name the draft of a conversation is kept. */
const draftName = ({ questionUuid }: { questionUuid: string | null }) => questionUuid ?? 'ask'
