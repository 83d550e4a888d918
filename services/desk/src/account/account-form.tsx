import { type FormEvent, type ReactNode, useEffect } from 'react'
import { Button } from '../ui/button.tsx'
import styles from './account-form.module.css'
import type { Sending } from './use-sending.ts'

/** The form of a card. Its first field has the focus. The page says what is wrong, so the browser does not. */
export function AccountForm({
  sending: { form, isBusy },
  submitLabel,
  onSubmit,
  children,
}: {
  sending: Sending
  submitLabel: string
  onSubmit: () => void
  children: ReactNode
}) {
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:not([tabindex="-1"])')?.focus()
  }, [form])
  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      <div className={styles['submit']}>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** Fields that belong together. */
export function FormGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['legend']}>{title}</legend>
      {children}
    </fieldset>
  )
}

/** Renders content that few people need, folded below a summary. */
export function Folded({
  summary,
  isOpened = false,
  children,
}: {
  summary: string
  isOpened?: boolean
  children: ReactNode
}) {
  return (
    <details className={styles['folded']} open={isOpened}>
      <summary>{summary}</summary>
      <div className={styles['group']}>{children}</div>
    </details>
  )
}
