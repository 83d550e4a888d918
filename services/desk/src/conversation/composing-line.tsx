import { useCell, useLive } from '../live/use-live.ts'
import { say } from '../words/shared-words.ts'
import { shownText } from '../words/shown-text.ts'
import styles from './composing-line.module.css'

/** Says that another person writes in the question. */
export function ComposingLine({ questionUuid }: { questionUuid: string }) {
  const name = useCell(useLive().composing(questionUuid))
  return (
    <p role="status" className={styles['line']}>
      {name && say('composing.other', { name: shownText(name) })}
    </p>
  )
}
