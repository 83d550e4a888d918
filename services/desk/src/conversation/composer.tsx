import { type AriaAttributes, type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { ownStorage } from '../live/drafts.ts'
import { useDraft } from '../live/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { cutEmptyLines } from '../words/cut-empty-lines.ts'
import { say } from '../words/shared-words.ts'
import styles from './composer.module.css'

/** Help with writing, such as saved replies. */
export type Assist = {
  /** Called when the text or the caret changed. */
  onCaret(field: HTMLTextAreaElement): void
  /** Returns whether it handled the key. */
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): boolean
  field: AriaAttributes
  list(field: HTMLTextAreaElement | null): ReactNode
}

type ComposerProps = {
  /** The draft's name: what is typed is kept under it until it is sent. */
  name: string
  label: string
  placeholder?: string
  sendLabel: string
  onSend: (text: string) => void
  /** Called while the person types, at most every few seconds. */
  onComposing?: () => void
  assist?: Assist
  /** Returns what stands above the field, such as a preview. A text that is too long to be sent is passed as an empty one. */
  above?: (text: string) => ReactNode
  ref?: RefObject<HTMLTextAreaElement | null>
  /** Buttons beside the one that sends. */
  children?: ReactNode
}

const longest = 10_000
const composingEveryMs = 4_000

/** Where a text is written. The draft survives a reload and a closed tab; Ctrl+Enter sends. */
export function Composer({
  name,
  label,
  placeholder,
  sendLabel,
  onSend,
  onComposing,
  assist,
  above,
  ref,
  children,
}: ComposerProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  const field = ref ?? own
  const [text, write] = useDraft(name)
  const [composedAt, setComposedAt] = useState(-composingEveryMs)
  const isTooLong = text.length > longest

  const change = (next: string) => {
    write(next)
    const now = performance.now()
    if (onComposing && now - composedAt > composingEveryMs) {
      setComposedAt(now)
      onComposing()
    }
  }
  const send = () => {
    const written = cutEmptyLines(text)
    if (written === '' || isTooLong) return
    // Emptied at once: an impatient second click finds nothing to send.
    change('')
    onSend(written)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (assist?.onKeyDown(event)) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className={styles['composer']}
      onSubmit={(event) => {
        event.preventDefault()
        send()
        // The button is disabled now and would lose the focus to the page.
        field.current?.focus()
      }}
    >
      {above?.(isTooLong ? '' : text)}
      {assist?.list(field.current)}
      <TextArea
        {...assist?.field}
        ref={field}
        label={label}
        hasHiddenLabel
        placeholder={placeholder ?? label}
        value={text}
        dir="auto"
        hint={text !== '' && !ownStorage() ? say('composer.notKept') : undefined}
        fault={isTooLong ? say('composer.tooLong', { n: text.length - longest }) : undefined}
        onChange={(event) => {
          change(event.currentTarget.value)
          assist?.onCaret(event.currentTarget)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles['actions']}>
        {children}
        <Button type="submit" kind="primary" icon="send" disabled={text.trim() === '' || isTooLong}>
          {sendLabel}
        </Button>
      </div>
    </form>
  )
}
