import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './answers.module.css'

/** A known answer in a row: its question opens its page. `children` are facts and what can be done. */
export function KnownAnswerEntry({
  uuid,
  question,
  answer,
  children,
}: {
  uuid: string
  question: string
  answer: string
  children: ReactNode
}) {
  return (
    <div className={styles['entry']}>
      <Link href={`/admin/knowledge/${uuid}`} className={styles['question']} dir="auto">
        {question}
      </Link>
      <p className={styles['answer']} dir="auto">
        {answer}
      </p>
      <div className={styles['line']}>{children}</div>
    </div>
  )
}
