import type { Note } from '@askline/client'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Byline } from '../conversation/byline.tsx'
import { FaultNotice } from '../conversation/fault-notice.tsx'
import type { Aside } from '../conversation/thread-rows.ts'
import { say } from '../desk/desk-words.ts'
import { notesOf } from '../live/notes.ts'
import { useCell, useLive } from '../live/use-live.ts'
import { useMove } from '../live/use-move.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { Html } from '../ui/html.tsx'
import { Icon } from '../ui/icon.tsx'
import { cutEmptyLines } from '../words/cut-empty-lines.ts'
import styles from './notes.module.css'

const none: readonly Note[] = []

/** Returns the notes that experts and agents wrote about a question for each other. The asker never sees them. */
export function useNotes(questionUuid: string): Aside[] {
  const notes = useCell(notesOf(useLive().client).watch(questionUuid)).value ?? none
  return useMemo(
    () => notes.map((note) => ({ uuid: note.uuid, dateCreated: note.dateCreated, content: <NoteLine note={note} /> })),
    [notes],
  )
}

const NoteLine = ({ note: { author, dateCreated, textHtml } }: { note: Note }) => (
  <article className={styles['note']} aria-label={say('notes.label')}>
    <p className={styles['lead']}>
      <Icon name="eye-off" />
      {say('notes.lead')}
    </p>
    <Byline author={author.name} at={dateCreated} />
    <Html html={textHtml} />
  </article>
)

/** Edits a new note. The text is kept as a draft; Ctrl+Enter adds the note, Escape goes back to the answer. */
export function NoteForm({ questionUuid, onClose }: { questionUuid: string; onClose: () => void }) {
  const { drafts, client } = useLive()
  const { run, busy, fault } = useMove()
  const name = `${questionUuid}:note`
  const [text, setText] = useState(() => drafts.read(name))
  const field = useRef<HTMLTextAreaElement>(null)
  // The form opens because the person asked for it by key or click.
  useEffect(() => field.current?.focus(), [])

  const change = (next: string) => {
    setText(next)
    drafts.write(name, next)
  }
  const add = async () => {
    const written = cutEmptyLines(text)
    if (written === '' || !(await run('note', () => notesOf(client).add(questionUuid, written)))) return
    change('')
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void add()
  }
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <TextArea
        ref={field}
        label={say('notes.label')}
        hint={say('notes.lead')}
        dir="auto"
        maxLength={10_000}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <FaultNotice fault={fault} />
      <div className={styles['actions']}>
        <Button onClick={onClose}>{say('giveUp.cancel')}</Button>
        <Button type="submit" kind="primary" isBusy={busy !== undefined} disabled={text.trim() === ''}>
          {say('notes.add')}
        </Button>
      </div>
    </form>
  )
}
