import type { Question } from '@askline/client'
import { lazy, Suspense, useState } from 'react'
import type { Send } from '../live/send.ts'
import { Badge } from '../ui/badge.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { say } from '../words/words.ts'
import { Bubble, isOwn, MessageLine, type PromptOf, type ShownThread, type Side } from './message-line.tsx'
import { PendingSend } from './pending-send.tsx'
import { SteadyLog } from './steady-log.tsx'
import styles from './thread.module.css'
import { countMessages } from './thread-rows.ts'

type ThreadProps = {
  question: Question
  side: Side
  sends: readonly Send[]
  prompt?: PromptOf
  /** Where the reader begins. By default where the conversation goes on. */
  opensAt?: 'start' | 'end'
}

/** Messages up to which all are in the document, so that the browser's own search finds them. */
const shortLength = 100
/** A conversation that grows while it is open becomes a long one later, because the change draws all rows anew. */
const grownLength = 300

const LongThread = lazy(async () => ({ default: (await import('./long-thread.tsx')).LongThread }))

/** A conversation from the question to the newest message, with what is on its way. */
export function Thread({ question, side, sends, prompt, opensAt = 'end' }: ThreadProps) {
  const isLong = useIsLong(question)
  const after = sends.length > 0 && (
    <ol className={styles['thread']} aria-label={say('thread.sends')}>
      {sends.map((send) => (
        <li key={send.key}>
          <PendingSend send={send} />
        </li>
      ))}
    </ol>
  )
  const shown = { question, side, prompt, after, opensAt }
  if (!isLong) return <ShortThread {...shown} />
  return (
    <Suspense fallback={<Skeleton label={say('list.loading')} lines={6} />}>
      <LongThread {...shown} />
    </Suspense>
  )
}

function ShortThread({ question, side, prompt, after, opensAt }: ShownThread) {
  const { conversation, state } = question
  return (
    <SteadyLog
      question={question}
      rows={question}
      startsAtEnd={opensAt === 'end' && state.numResponses > 0}
      after={after}
    >
      <ol className={styles['thread']}>
        <li>
          <Bubble
            author={conversation.author.name}
            avatarUrl={conversation.author.avatarUrl}
            at={question.dateCreated}
            html={conversation.textHtml}
            isOwn={isOwn(side, 'USER')}
          />
        </li>
        {conversation.messages.map((message) => (
          <li key={message.uuid}>
            <MessageLine message={message} side={side} prompt={prompt} />
          </li>
        ))}
        {conversation.responses.map((response) => (
          <li key={response.uuid} className={styles['response']}>
            <ol className={styles['thread']} aria-label={say('thread.answerBy', { name: response.author.name })}>
              {response.messages.map((message) => (
                <li key={message.uuid}>
                  <MessageLine message={message} response={response} side={side} prompt={prompt} />
                </li>
              ))}
            </ol>
            {response.isAccepted && <Badge kind="good">{say('thread.accepted')}</Badge>}
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
