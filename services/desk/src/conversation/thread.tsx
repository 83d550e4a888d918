import type { Question } from '@askline/client'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Send } from '../live/send.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { say } from '../words/shared-words.ts'
import type { PromptOf, ShownThread, Side } from './message-line.tsx'
import { SteadyLog } from './steady-log.tsx'
import styles from './thread.module.css'
import { Row } from './thread-row.tsx'
import { type Aside, countMessages, rowsOf } from './thread-rows.ts'

type ThreadProps = {
  question: Question
  side: Side
  sends: readonly Send[]
  prompt?: PromptOf
  /** Stand between the messages, oldest first. */
  asides?: readonly Aside[]
  /** Where the reader begins. By default where the conversation goes on. */
  opensAt?: 'start' | 'end'
}

/** Messages up to which all are in the document, so that the browser's own search finds them. */
const shortLength = 100
/** A conversation that grows while it is open becomes a long one later, because the change draws all rows anew. */
const grownLength = 300

const LongThread = lazy(async () => ({ default: (await import('./long-thread.tsx')).LongThread }))

const noAsides: readonly Aside[] = []

/** A conversation from the question to the newest message, with what is on its way. */
export function Thread({ question, side, sends, prompt, asides = noAsides, opensAt = 'end' }: ThreadProps) {
  const isLong = useIsLong(question)
  const shown = { question, side, prompt, asides, sends, opensAt }
  if (!isLong) return <ShortThread {...shown} />
  return (
    <Suspense fallback={<Skeleton label={say('list.loading')} lines={6} />}>
      <LongThread {...shown} />
    </Suspense>
  )
}

function ShortThread(shown: ShownThread) {
  const { question, asides, sends, opensAt } = shown
  const rows = useMemo(() => rowsOf(question, { asides }), [question, asides])
  return (
    <SteadyLog rows={rows} startsAtEnd={opensAt === 'end' && question.conversation.responses.length > 0} sends={sends}>
      <ol className={styles['thread']}>
        {rows.map((row) => (
          <li key={row.key}>
            <Row row={row} shown={shown} />
          </li>
        ))}
      </ol>
    </SteadyLog>
  )
}

function useIsLong(question: Question): boolean {
  const isLonger = (length: number) => countMessages(question) > length || question.conversation.messagesCursor !== null
  const [wasLong] = useState(() => isLonger(shortLength))
  return wasLong || isLonger(grownLength)
}
