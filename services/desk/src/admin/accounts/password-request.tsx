import { FaultNotice } from '../../conversation/fault-notice.tsx'
import { useMove } from '../../live/use-move.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { shownText } from '../../words/shown-text.ts'
import { formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import styles from './account.module.css'
import type { Account } from './account.ts'

/** Says that a person asked for a new password, and makes the link. Nothing if they did not. */
export function PasswordRequest({
  account: { name, hasPassword, datePasswordRequested },
  onMake,
}: {
  account: Account
  onMake: () => Promise<unknown>
}) {
  const { run, busy, fault } = useMove()
  if (datePasswordRequested === null) return null
  return (
    <div className={styles['notice']}>
      <Notice
        kind="warn"
        title={say('link.requestedOn', { name: shownText(name), time: formatTime(datePasswordRequested) })}
        actions={
          <Button size="small" isBusy={busy !== undefined} onClick={() => void run('make', onMake)}>
            {say('link.make')}
          </Button>
        }
      >
        <p>{say('link.requestedHint')}</p>
        {hasPassword && <p>{say('link.endsAccess')}</p>}
        <FaultNotice fault={fault} />
      </Notice>
    </div>
  )
}
