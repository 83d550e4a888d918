import type { ReactNode } from 'react'
import { say } from '../words/shared-words.ts'
import { shownText } from '../words/shown-text.ts'
import { formatTime } from '../words/times.ts'
import styles from './byline.module.css'

/** Shows the author and time of a text. */
export function Byline({
  author,
  at,
  picture,
  badge,
  wasEdited,
}: {
  author: string
  at: string
  picture?: ReactNode
  badge?: ReactNode
  wasEdited?: boolean | undefined
}) {
  return (
    <p className={styles['byline']}>
      {picture}
      <bdi className={styles['author']}>{shownText(author)}</bdi>
      {badge}
      <time dateTime={at} className={styles['time']}>
        {formatTime(at)}
      </time>
      {wasEdited && <span className={styles['time']}>{say('thread.edited')}</span>}
    </p>
  )
}
