import type { Message, Question, Response } from '@askline/client'
import type { ReactNode } from 'react'
import type { Send } from '../live/send.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { classNames } from '../ui/class-names.ts'
import { Html } from '../ui/html.tsx'
import { say } from '../words/shared-words.ts'
import { Byline } from './byline.tsx'
import styles from './message-line.module.css'
import { SystemLine } from './system-line.tsx'
import type { Aside } from './thread-rows.ts'
import { wasEdited } from './was-edited.ts'

/** Which side of the conversation reads it: their own words stand on the other side. */
export type Side = 'asker' | 'staff'

/** Returns the reader's actions for a system message, shown below it. */
export type PromptOf = (message: Message, response: Response | undefined) => ReactNode

export const isOwn = (side: Side, authorType: string | undefined): boolean =>
  (side === 'asker') === (authorType === 'USER')

/** The content of a list of messages. */
export type ShownThread = {
  question: Question
  side: Side
  prompt: PromptOf | undefined
  /** Stand between the messages, oldest first. */
  asides: readonly Aside[]
  /** Unconfirmed texts, shown below the messages. */
  sends: readonly Send[]
  opensAt: 'start' | 'end'
}

type MessageLineProps = {
  message: Message
  /** The response that the message belongs to. */
  response?: Response | undefined
  side: Side
  prompt: PromptOf | undefined
  /** Its response is accepted, and the message stands for it. */
  isAccepted: boolean
}

/** One message of a person, or one system message with what the reader may do about it. */
export function MessageLine({ message, response, side, prompt, isAccepted }: MessageLineProps) {
  if (message.type !== 'MESSAGE') return <SystemLine message={message}>{prompt?.(message, response)}</SystemLine>
  return (
    <Bubble
      author={message.author.name}
      avatarUrl={message.author.avatarUrl}
      at={message.dateCreated}
      html={message.bodyHtml}
      isOwn={isOwn(side, message.author.type)}
      badge={
        <>
          {response?.type === 'AutoResponse' && <Badge kind="go">{say('thread.automatic')}</Badge>}
          {isAccepted && <Badge kind="good">{say('thread.accepted')}</Badge>}
        </>
      }
      isEdited={wasEdited(message)}
    />
  )
}

type BubbleProps = {
  author: string
  avatarUrl: string | null | undefined
  at: string
  html: string
  isOwn: boolean
  isEdited?: boolean
  badge?: ReactNode
}

/** The words of one person. */
export function Bubble({ author, avatarUrl, at, html, isOwn, isEdited, badge }: BubbleProps) {
  return (
    <article className={classNames(styles['bubble'], isOwn && styles['own'])}>
      <Byline
        author={author}
        at={at}
        picture={<Avatar name={author} url={avatarUrl} />}
        badge={badge}
        wasEdited={isEdited}
      />
      <div className={styles['body']}>
        <Html html={html} />
      </div>
    </article>
  )
}
