import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './dialog.module.css'

/**
 * A question or a form above the page. Focus stays in it, Escape closes it, and then focus returns to where it was. Rendered
 * only while it is open.
 */
export function Dialog({
  title,
  onClose,
  children,
  actions,
}: {
  title: string
  onClose: () => void
  children: ReactNode
  actions: ReactNode
}) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // Closes while the dialog is still in the page: after that, the browser does not return focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      <div className={styles['body']}>{children}</div>
      <div className={styles['actions']}>{actions}</div>
    </dialog>
  )
}
