import { useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'
import styles from './toast.module.css'

/** ms for which a toast is shown. */
const shownMs = 5_000

let toasts: readonly { id: number; text: string }[] = []
let lastId = 0
const listeners = new Set<() => void>()
const set = (next: typeof toasts) => {
  toasts = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says that something succeeded, for some seconds. Failures stay on the page instead, as a Notice. */
export function showToast(text: string): void {
  const toast = { id: ++lastId, text }
  set([...toasts, toast])
  setTimeout(() => set(toasts.filter((one) => one !== toast)), shownMs)
}

/** The place where toasts appear; once in the document. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div className={styles['toasts']} role="status">
      {shown.map(({ id, text }) => (
        <p key={id} className={styles['toast']}>
          <Icon name="circle-check" />
          {text}
        </p>
      ))}
    </div>
  )
}
