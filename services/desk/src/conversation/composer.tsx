import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useState } from 'react'
import { useLive } from '../live/use-live.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { say } from '../words/words.ts'
import styles from './composer.module.css'

type ComposerProps = {
  /** The draft's name: what is typed is kept under it until it is sent. */
  name: string
  label: string
  placeholder?: string
  sendLabel: string
  onSend: (text: string) => void
  /** Called while the person types, at most every few seconds. */
  onComposing?: () => void
  ref?: Ref<HTMLTextAreaElement>
  children?: ReactNode
}

const longest = 10_000
const composingEveryMs = 4_000

/** Where a text is written. The draft survives a reload and a closed tab; Ctrl+Enter sends. */
export function Composer({ name, label, placeholder, sendLabel, onSend, onComposing, ref, children }: ComposerProps) {
  const { drafts } = useLive()
  const [text, setText] = useState(() => drafts.read(name))
  const [composedAt, setComposedAt] = useState(0)
  const isTooLong = text.length > longest

  useEffect(() => {
    const read = () => setText(drafts.read(name))
    read()
    window.addEventListener('askline-draft', read)
    return () => window.removeEventListener('askline-draft', read)
  }, [drafts, name])

  const change = (next: string) => {
    setText(next)
    drafts.write(name, next)
    const now = Date.now()
    if (onComposing && now - composedAt > composingEveryMs) {
      setComposedAt(now)
      onComposing()
    }
  }
  const send = () => {
    const written = text.trim()
    if (written === '' || isTooLong) return
    // Emptied at once: an impatient second click finds nothing to send.
    change('')
    onSend(written)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className={styles['composer']}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextArea
        {...(ref ? { ref } : {})}
        label={label}
        hasHiddenLabel
        placeholder={placeholder ?? label}
        value={text}
        dir="auto"
        fault={isTooLong ? say('composer.tooLong', { n: text.length - longest }) : undefined}
        onChange={(event) => change(event.currentTarget.value)}
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
