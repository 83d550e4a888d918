import { type ReactNode, useId } from 'react'
import { FaultNotice } from '../conversation/fault-notice.tsx'
import type { FaultOf } from '../live/use-refusal.ts'
import { useSubmit } from '../live/use-submit.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { say } from './desk-words.ts'
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
  const { form, submit, isBusy, fault, faultOf } = useSubmit()
  const id = useId()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say('giveUp.cancel')}</Button>
          <Button kind="primary" type="submit" form={id} isBusy={isBusy}>
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
          void submit(onSubmit).then((isDone) => isDone && onClose())
        }}
      >
        {children(faultOf)}
        <FaultNotice fault={fault} />
      </form>
    </Dialog>
  )
}
