import type { Message, Question, Response } from '@askline/client'
import type { ReactNode } from 'react'
import type { Send } from '../live/sends.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { Html } from '../ui/html.tsx'
import { say } from '../words/words.ts'
import { Byline } from './byline.tsx'
import { PendingSend } from './pending-send.tsx'
import { SystemLine } from './system-line.tsx'
import styles from './thread.module.css'

type ThreadProps = {
  question: Question
  /** Which side of the conversation reads it: their own words stand on the other side. */
  side: 'asker' | 'staff'
  sends: readonly Send[]
  /** What the reader may do about a system message, shown below it. */
  prompt?: (message: Message, response: Response | undefined) => ReactNode
}

/** A conversation from the question to the newest message, with what is on its way. */
export function Thread({ question, side, sends, prompt }: ThreadProps) {
  const { conversation } = question
  const isOwn = (kind: string | undefined) => (side === 'asker') === (kind === 'USER')
  return (
    <ol className={styles['thread']} aria-label={say('thread.label')}>
      <li>
        <Bubble
          author={conversation.author.name}
          avatarUrl={conversation.author.avatarUrl}
          at={question.dateCreated}
          html={conversation.textHtml}
          isOwn={isOwn('USER')}
        />
      </li>
      {conversation.messages.map((message) => (
        <Line key={message.uuid} message={message} isOwn={isOwn(message.author.type)}>
          {prompt?.(message, undefined)}
        </Line>
      ))}
      {conversation.responses.map((response) => (
        <li key={response.uuid} className={styles['response']}>
          <ol className={styles['thread']} aria-label={say('thread.answerBy', { name: response.author.name })}>
            {response.messages.map((message) => (
              <Line
                key={message.uuid}
                message={message}
                isOwn={isOwn(message.author.type)}
                badge={
                  response.type === 'AutoResponse' ? <Badge kind="go">{say('thread.automatic')}</Badge> : undefined
                }
              >
                {prompt?.(message, response)}
              </Line>
            ))}
          </ol>
          {response.isAccepted && <Badge kind="good">{say('thread.accepted')}</Badge>}
        </li>
      ))}
      {sends.map((send) => (
        <li key={send.key}>
          <PendingSend send={send} />
        </li>
      ))}
    </ol>
  )
}

function Line({
  message,
  isOwn,
  badge,
  children,
}: {
  message: Message
  isOwn: boolean
  badge?: ReactNode
  children?: ReactNode
}) {
  return (
    <li>
      {message.type === 'MESSAGE' ? (
        <Bubble
          author={message.author.name}
          avatarUrl={message.author.avatarUrl}
          at={message.dateCreated}
          html={message.bodyHtml}
          isOwn={isOwn}
          badge={badge}
          wasEdited={message.lastUpdated !== message.dateCreated}
        />
      ) : (
        <SystemLine message={message}>{children}</SystemLine>
      )}
    </li>
  )
}

type BubbleProps = {
  author: string
  avatarUrl: string | null | undefined
  at: string
  html: string
  isOwn: boolean
  wasEdited?: boolean
  badge?: ReactNode
}

function Bubble({ author, avatarUrl, at, html, isOwn, wasEdited, badge }: BubbleProps) {
  return (
    <article className={`${styles['bubble']} ${isOwn ? styles['own'] : ''}`}>
      <Byline
        author={author}
        at={at}
        picture={<Avatar name={author} url={avatarUrl} />}
        badge={badge}
        wasEdited={wasEdited}
      />
      <div className={styles['body']}>
        <Html html={html} />
      </div>
    </article>
  )
}
