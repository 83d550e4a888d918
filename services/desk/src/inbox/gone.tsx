import type { Question } from '@askline/client'
import { Link } from 'wouter'
import { say } from '../desk/words.ts'
import { useCompanyNow, useLive } from '../live/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './gone.module.css'

/** Stands for a question that the reader may no longer see: why, and the text that they had not sent. */
export function Gone({ uuid, backTo, last }: { uuid: string; backTo: string; last: Question | undefined }) {
  const { drafts } = useLive()
  const now = useCompanyNow()
  const text = drafts.read(uuid)
  const until = last?.claim?.leaseUntil
  const isLapsed = until != null && new Date(until).getTime() <= now
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
      {text !== '' && (
        <Notice
          title={say('inbox.unsent')}
          actions={
            <Button size="small" icon="copy" onClick={() => void navigator.clipboard.writeText(text)}>
              {say('inbox.copyText')}
            </Button>
          }
        >
          <p dir="auto" className={styles['text']}>
            {text}
          </p>
        </Notice>
      )}
    </div>
  )
}
