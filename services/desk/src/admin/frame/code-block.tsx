import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { say } from '../admin-words.ts'
import styles from './code-block.module.css'

/** Code to copy into a program or a page. `label` says what it is. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <div className={styles['block']}>
      <pre className={styles['code']}>
        <code>{code}</code>
      </pre>
      <Button
        size="small"
        icon="copy"
        aria-label={`${say('secret.copy')}: ${label}`}
        onClick={() => void navigator.clipboard.writeText(code).then(() => showToast(say('secret.copied')))}
      >
        {say('secret.copy')}
      </Button>
    </div>
  )
}
