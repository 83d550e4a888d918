import type { Question } from '@askline/client'
import { Link } from 'wouter'
import { PendingSend } from '../conversation/pending-send.tsx'
import { say } from '../desk/desk-words.ts'
import { useCell, useCompanyNow, useLive } from '../live/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { useTitle } from '../ui/use-title.ts'
import styles from './gone.module.css'
import { UnsentText } from './unsent-text.tsx'

/** Stands for a question that the reader may no longer see: why, and the text that they had not sent. */
export function Gone({ uuid, backTo, last }: { uuid: string; backTo: string; last: Question | undefined }) {
  const live = useLive()
  const sends = useCell(live.sends.all).filter(({ questionUuid }) => questionUuid === uuid)
  const now = useCompanyNow()
  const text = live.drafts.read(uuid)
  const until = last?.claim?.leaseUntil
  const isLapsed = until != null && new Date(until).getTime() <= now
  useTitle(say(isLapsed ? 'inbox.lapsed' : 'inbox.gone'))
  return (
    <div className={styles['gone']}>
      <Empty
        icon={isLapsed ? 'clock' : 'hand'}
        title={say(isLapsed ? 'inbox.lapsed' : 'inbox.gone')}
        action={
          <Link href={backTo} className={styles['link']}>
            {say('inbox.backToList')}
          </Link>
        }
      >
        {say(isLapsed ? 'inbox.lapsedHint' : 'inbox.goneHint')}
      </Empty>
      {text !== '' && <UnsentText title={say('inbox.unsent')} text={text} />}
      {sends.map((send) =>
        send.refusal === undefined ? (
          <PendingSend key={send.key} send={send} />
        ) : (
          <UnsentText key={send.key} title={say('send.refused')} reason={send.refusal} text={send.text}>
            <Button size="small" icon="trash-2" onClick={() => live.sends.takeBack(send.key)}>
              {say('inbox.deleteText')}
            </Button>
          </UnsentText>
        ),
      )}
    </div>
  )
}
