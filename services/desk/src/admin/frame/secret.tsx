import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { say } from '../admin-words.ts'
import styles from './secret.module.css'

/** Shows a secret, the only time that it can be read. A value of `null` was shown before. */
export function Secret({
  title,
  parts,
  doneLabel = say('secret.done'),
  children,
  onClose,
}: {
  title: string
  parts: readonly { label: string; value: string | null }[]
  doneLabel?: string
  /** Instructions for the secret. */
  children?: ReactNode
  onClose: () => void
}) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {doneLabel}
        </Button>
      }
    >
      <p>{say('secret.once')}</p>
      <dl className={styles['parts']}>
        {parts.map(({ label, value }) => (
          <div key={label} className={styles['part']}>
            <dt>{label}</dt>
            <dd>
              {value === null ? (
                say('secret.gone')
              ) : (
                <>
                  <code className={styles['value']}>{value}</code>
                  <Button
                    size="small"
                    icon="copy"
                    aria-label={`${say('secret.copy')}: ${label}`}
                    onClick={() =>
                      void navigator.clipboard.writeText(value).then(() => showToast(say('secret.copied')))
                    }
                  >
                    {say('secret.copy')}
                  </Button>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </Dialog>
  )
}
