import { InvalidError } from '@askline/client'
import { type ReactNode, useState } from 'react'
import { FaultNotice } from '../../conversation/fault-notice.tsx'
import { say as sayShared } from '../../desk/desk-words.ts'
import { useMove } from '../../live/use-move.ts'
import type { Refusal } from '../../live/use-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { say } from '../admin-words.ts'

/** Asks before something that cannot be undone. Stays open while it is done, and shows why it was refused. */
export function Confirm({
  title,
  doLabel,
  cancelLabel = sayShared('giveUp.cancel'),
  isDanger,
  typed,
  refusal,
  children,
  onConfirm,
  onClose,
}: {
  title: string
  doLabel: string
  cancelLabel?: string
  isDanger?: boolean
  /** The text that must be typed first, such as a name. Only for irreversible acts. */
  typed?: string
  /** Takes a refused value, for a field of the page that says it. Then the question closes. */
  refusal?: Refusal
  children?: ReactNode
  onConfirm: () => Promise<unknown>
  onClose: () => void
}) {
  const { run, busy, fault } = useMove()
  const [text, setText] = useState('')
  const confirm = async () => {
    refusal?.clear()
    try {
      await onConfirm()
    } catch (error) {
      if (!refusal || !(error instanceof InvalidError)) throw error
      refusal.take(error)
    }
    onClose()
  }
  const isReady = typed === undefined || text.trim() === typed
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button
            kind={isDanger ? 'danger' : 'primary'}
            isBusy={busy !== undefined}
            disabled={!isReady}
            onClick={() => void run('confirm', confirm)}
          >
            {doLabel}
          </Button>
        </>
      }
    >
      {children}
      {typed !== undefined && (
        <TextField
          label={say('confirm.type', { text: typed })}
          value={text}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <FaultNotice fault={fault} />
    </Dialog>
  )
}
