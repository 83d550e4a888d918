import type { Question } from '@askline/client'
import { type ReactNode, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { say } from '../words/words.ts'
import styles from './steady-log.module.css'
import { useMissed, useSteadyScroll } from './use-steady-scroll.ts'

type SteadyLogProps = {
  question: Question
  /** Anything that changes with the rows. */
  rows: unknown
  startsAtEnd: boolean
  /** Only rows in sight are in the document. Announcing what is added would then read out rows that are scrolled into sight. */
  isVirtual?: boolean
  /** Stands below the log. */
  after: ReactNode
  children: ReactNode
}

/** The log of a conversation. Nothing that arrives moves what the reader looks at; a button leads to new messages below. */
export function SteadyLog({ question, rows, startsAtEnd, isVirtual = false, after, children }: SteadyLogProps) {
  const box = useRef<HTMLDivElement>(null)
  const { isAtEnd, goToEnd } = useSteadyScroll(box, { rows, startsAtEnd, holdsRows: isVirtual })
  const hasMissed = useMissed(newestOf(question), isAtEnd)
  return (
    <div className={styles['frame']}>
      <div
        ref={box}
        role="log"
        aria-live={isVirtual ? 'off' : 'polite'}
        aria-label={say('thread.label')}
        className={isVirtual ? styles['virtual'] : undefined}
      >
        {children}
      </div>
      {after}
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

/** The uuid of the newest message of a person. */
function newestOf({ conversation }: Question): string | undefined {
  const last = conversation.responses.at(-1)?.messages ?? conversation.messages
  return last.findLast(({ type }) => type === 'MESSAGE')?.uuid
}
