import { type ReactNode, useId } from 'react'
import { FaultNotice } from '../../conversation/fault-notice.tsx'
import { say as sayShared } from '../../desk/words.ts'
import { useMove } from '../../live/use-move.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './form-dialog.module.css'

/** A short form above the page, for something new. Stays open while it is made, and shows why it was refused. */
export function FormDialog({
  title,
  doLabel,
  children,
  onSubmit,
  onClose,
}: {
  title: string
  doLabel: string
  children: ReactNode
  onSubmit: () => Promise<unknown>
  onClose: () => void
}) {
  const { run, busy, fault } = useMove()
  const id = useId()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{sayShared('giveUp.cancel')}</Button>
          <Button kind="primary" type="submit" form={id} isBusy={busy !== undefined}>
            {doLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void run('submit', onSubmit).then((isDone) => isDone && onClose())
        }}
      >
        {children}
        <FaultNotice fault={fault} />
      </form>
    </Dialog>
  )
}
