import { type ReactNode, useId, useRef } from 'react'
import { FaultNotice } from '../../conversation/fault-notice.tsx'
import { say as sayShared } from '../../desk/words.ts'
import { useMove } from '../../live/use-move.ts'
import { type FaultOf, useRefusal, useRefusedFocus } from '../../live/use-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './form-dialog.module.css'

/** A short form above the page, for something new. Stays open while it is made, and its fields say why they were refused. */
export function FormDialog({
  title,
  doLabel,
  children,
  onSubmit,
  onClose,
}: {
  title: string
  doLabel: string
  children: (faultOf: FaultOf) => ReactNode
  onSubmit: () => Promise<unknown>
  onClose: () => void
}) {
  const { run, busy } = useMove()
  const refusal = useRefusal()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useRefusedFocus(form, refusal.last)
  const submit = async () => {
    refusal.clear()
    try {
      await onSubmit()
    } catch (error) {
      refusal.take(error)
      throw error
    }
  }
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
        ref={form}
        id={id}
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void run('submit', submit).then((isDone) => isDone && onClose())
        }}
      >
        {children(refusal.faultOf)}
        <FaultNotice fault={refusal.fault} />
      </form>
    </Dialog>
  )
}
