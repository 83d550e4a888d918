import { type ReactNode, useEffect, useRef } from 'react'
import type { Send } from '../live/send.ts'
import { useCell, useLive } from '../live/use-live.ts'
import { Button } from '../ui/button.tsx'
import { say } from '../words/shared-words.ts'
import { PendingSend } from './pending-send.tsx'
import styles from './steady-log.module.css'
import type { ThreadRow } from './thread-rows.ts'
import { useMissed, useSteadyScroll } from './use-steady-scroll.ts'

type SteadyLogProps = {
  rows: readonly ThreadRow[]
  startsAtEnd: boolean
  /** Only rows in sight are in the document. Announcing what is added would then read out rows that are scrolled into sight. */
  isVirtual?: boolean
  /** Unconfirmed texts, shown below the log. The log scrolls to its end when the person adds one. */
  sends: readonly Send[]
  children: ReactNode
}

/** The log of a conversation. Nothing that arrives moves what the reader looks at; a button leads to new messages below. */
export function SteadyLog({ rows, startsAtEnd, isVirtual = false, sends, children }: SteadyLogProps) {
  const box = useRef<HTMLDivElement>(null)
  const { isAtEnd, goToEnd } = useSteadyScroll(box, { rows, startsAtEnd, holdsRows: isVirtual })
  const hasMissed = useMissed(newestOf(rows), isAtEnd)
  const added = useCell(useLive().sends.added)
  const shownAdded = useRef(added)
  useEffect(() => {
    const isNew = added !== shownAdded.current
    shownAdded.current = added
    if (isNew) goToEnd()
  })
  return (
    <div className={styles['frame']}>
      <div ref={box} className={styles['content']}>
        <div
          role="log"
          aria-live={isVirtual ? 'off' : 'polite'}
          aria-label={say('thread.label')}
          className={isVirtual ? styles['virtual'] : undefined}
        >
          {children}
        </div>
        {sends.length > 0 && (
          <ol className={styles['sends']} aria-label={say('thread.sends')}>
            {sends.map((send) => (
              <li key={send.key}>
                <PendingSend send={send} />
              </li>
            ))}
          </ol>
        )}
      </div>
      {hasMissed && (
        <div className={styles['newest']}>
          <Button kind="primary" size="small" onClick={goToEnd}>
            {say('thread.newest')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Returns the key of the newest row that a person wrote. */
const newestOf = (rows: readonly ThreadRow[]): string | undefined =>
  rows.findLast((row) => row.kind === 'aside' || (row.kind === 'message' && row.message.type === 'MESSAGE'))?.key
