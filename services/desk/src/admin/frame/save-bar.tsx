import { FaultNotice } from '../../conversation/fault-notice.tsx'
import { say as sayShared } from '../../desk/desk-words.ts'
import type { Edit } from '../../live/use-edit.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { say } from '../admin-words.ts'
import styles from './save-bar.module.css'
import { useUnsaved } from './unsaved-guard.tsx'

/** Submits or discards the changes of its form; present while there are any, and asks before they are lost. `onReload` fetches what somebody else changed. */
export function SaveBar<Fields>({ edit, onReload }: { edit: Edit<Fields>; onReload: () => void }) {
  const { isDirty, busy, saveOver, discard } = edit
  const { fault, isStale } = edit.refusal
  useUnsaved(isDirty)
  if (!isDirty) return null
  const discardMine = () => {
    discard()
    onReload()
  }
  const onSaveOver = async () => {
    if (!(await saveOver())) return
    showToast(say('save.done'))
    onReload()
  }
  return (
    <div className={styles['bar']}>
      {!isStale && <FaultNotice fault={fault} />}
      {isStale ? (
        <Notice
          kind="warn"
          isLive
          title={say('save.stale')}
          actions={
            <>
              <Button size="small" onClick={discardMine}>
                {say('save.takeTheirs')}
              </Button>
              <Button size="small" kind="danger" isBusy={busy} onClick={() => void onSaveOver()}>
                {say('save.over')}
              </Button>
            </>
          }
        >
          <p>{say('save.staleHint')}</p>
        </Notice>
      ) : (
        <div className={styles['line']}>
          <p>{say('save.unsaved')}</p>
          <Button onClick={discard}>{say('save.discard')}</Button>
          <Button type="submit" kind="primary" isBusy={busy}>
            {sayShared('me.save')}
          </Button>
        </div>
      )}
    </div>
  )
}
