import { type ReactNode, useId, useRef } from 'react'
import type { Edit } from '../../live/use-edit.ts'
import { useRefusedFocus } from '../../ui/refused-focus.ts'
import { showToast } from '../../ui/toast.tsx'
import { say } from '../admin-words.ts'
import styles from './form.module.css'
import { SaveBar } from './save-bar.tsx'

/**
 * Fields that are saved together, with Enter too. The browser checks their bounds before anything is sent. A refused field gets the
 * focus.
 */
export function Form<Fields>({
  title,
  edit,
  onReload,
  children,
}: {
  title: string
  edit: Edit<Fields>
  /** Fetches what the form shows again, after it was saved or somebody else changed it. */
  onReload: () => void
  children: ReactNode
}) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useRefusedFocus(form, edit.refusal.last)
  return (
    <form
      ref={form}
      className={styles['form']}
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        void edit.save().then((isSaved) => {
          if (!isSaved) return
          showToast(say('save.done'))
          onReload()
        })
      }}
    >
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      <div className={styles['fields']}>{children}</div>
      <SaveBar edit={edit} onReload={onReload} />
    </form>
  )
}
