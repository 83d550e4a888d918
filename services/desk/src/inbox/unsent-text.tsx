import type { ReactNode } from 'react'
import { say } from '../desk/desk-words.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './unsent-text.module.css'

type UnsentTextProps = {
  title: string
  /** Why it was not sent, if the title does not say it. */
  reason?: string | undefined
  text: string
  /** Announces it when it appears. */
  isLive?: boolean
  /** Actions in addition to copying the text. */
  children?: ReactNode
}

/** A text that the person wrote and that was not sent. It can be copied. */
export function UnsentText({ title, reason, text, isLive = false, children }: UnsentTextProps) {
  return (
    <Notice
      title={title}
      isLive={isLive}
      actions={
        <>
          {children}
          <Button size="small" icon="copy" onClick={() => void navigator.clipboard.writeText(text)}>
            {say('inbox.copyText')}
          </Button>
        </>
      }
    >
      {reason && <p>{reason}</p>}
      <p dir="auto" className={styles['text']}>
        {text}
      </p>
    </Notice>
  )
}
