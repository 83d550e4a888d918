import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { say } from '../admin-words.ts'
import styles from './whole-id.module.css'

/** A whole id with a button that copies it, for a person who compares it with logs. */
export function WholeId({ id, label }: { id: string; label: string }) {
  return (
    <span className={styles['whole']}>
      <code>{id}</code>
      <Button
        size="small"
        kind="quiet"
        icon="copy"
        aria-label={`${say('secret.copy')}: ${label}`}
        onClick={() => void navigator.clipboard.writeText(id).then(() => showToast(say('id.copied')))}
      />
    </span>
  )
}
