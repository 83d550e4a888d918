import { showToast } from '../../ui/toast.tsx'
import { say } from '../words.ts'
import styles from './short-id.module.css'

/** The last characters of an id. A click copies all of it. */
export function ShortId({ id }: { id: string }) {
  const short = id.slice(-8)
  return (
    <button
      type="button"
      className={styles['id']}
      title={id}
      aria-label={say('id.copy', { id: short })}
      onClick={() => void navigator.clipboard.writeText(id).then(() => showToast(say('id.copied')))}
    >
      {short}
    </button>
  )
}
