import { showToast } from '../../ui/toast.tsx'
import { say } from '../admin-words.ts'
import styles from './short-id.module.css'

/** Longest id that is shown in full, such as `askline-desk`. */
const longestWhole = 20

/** The last characters of a long id, and all of a short one. A click copies all of it. */
export function ShortId({ id }: { id: string }) {
  const short = id.length > longestWhole ? id.slice(-8) : id
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
