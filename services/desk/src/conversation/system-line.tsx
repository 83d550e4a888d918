import type { Message } from '@askline/client'
import type { ReactNode } from 'react'
import { Avatar } from '../ui/avatar.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { sayToReader } from '../words/say-to-reader.ts'
import { type Key, say } from '../words/shared-words.ts'
import { shownText } from '../words/shown-text.ts'
import { formatTime } from '../words/times.ts'
import { AnswerPromise } from './answer-promise.tsx'
import styles from './system-line.module.css'

type SystemType = Exclude<Message['type'], 'MESSAGE'>

const lines = {
  NOTIFYING_EXPERTS_SYSTEM_MESSAGE: ['users', 'system.notifying'],
  ACCEPT_RESPONSE_SYSTEM_MESSAGE: ['circle-check', 'system.accept'],
  ACCEPTED_RESPONSE_SYSTEM_MESSAGE: ['circle-check', 'system.accepted'],
  QUESTION_EXPIRED_SYSTEM_MESSAGE: ['clock', 'system.expired'],
  QUESTION_CLOSED_SYSTEM_MESSAGE: ['x', 'system.closed'],
  QUESTION_REROUTED_SYSTEM_MESSAGE: ['life-buoy', 'system.rerouted'],
  RATE_RESPONSE_SYSTEM_MESSAGE: ['star', 'system.rate'],
  CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE: ['life-buoy', 'system.reroutePrompt'],
  ADD_TESTIMONIAL_SYSTEM_MESSAGE: ['pencil', 'system.addTestimonial'],
  ADDED_TESTIMONIAL_SYSTEM_MESSAGE: ['pencil', 'system.addedTestimonial'],
  MARK_AS_RESOLVED_MESSAGE: ['check-check', 'system.markedResolved'],
  APPROVED_MARK_AS_RESOLVED_MESSAGE: ['check-check', 'system.approvedResolved'],
  CONTESTED_MARK_AS_RESOLVED_MESSAGE: ['undo-2', 'system.contestedResolved'],
  QUESTION_REJECTED_BY_KEYWORD_SYSTEM_MESSAGE: ['circle-alert', 'system.rejectedKeyword'],
  QUESTION_REJECTED_BY_DOMAIN_SYSTEM_MESSAGE: ['circle-alert', 'system.rejectedDomain'],
  AUTORESPONSE_MESSAGE: ['sparkles', 'system.automatic'],
  ACCEPTED_AUTORESPONSE_MESSAGE: ['circle-check', 'system.automaticAccepted'],
  REJECTED_AUTORESPONSE_MESSAGE: ['undo-2', 'system.automaticRejected'],
} as const satisfies Record<SystemType, readonly [IconName, Key]>

/** A system message as one line, with what the reader may do about it. */
export function SystemLine({ message, children }: { message: Message; children?: ReactNode }) {
  if (message.type === 'MESSAGE') return null
  const [icon, key] = lines[message.type]
  const experts = message.potentialExperts?.experts ?? []
  return (
    <div className={styles['line']}>
      <p className={styles['text']}>
        <Icon name={icon} />
        <span>{sayToReader(key)}</span>
        <time dateTime={message.dateCreated} className={styles['time']}>
          {formatTime(message.dateCreated)}
        </time>
      </p>
      {experts.length > 0 && (
        <ul className={styles['experts']} aria-label={say('system.experts')}>
          {experts.slice(0, 6).map(({ uuid, name, avatarUrl }) => (
            <li key={uuid} className={styles['expert']}>
              <Avatar name={name} url={avatarUrl} />
              <bdi>{shownText(name)}</bdi>
            </li>
          ))}
          {experts.length > 6 && (
            <li className={styles['time']}>{say('system.moreExperts', { n: experts.length - 6 })}</li>
          )}
        </ul>
      )}
      {message.potentialExperts && <AnswerPromise expectedAt={message.potentialExperts.estimatedAnswerDate} />}
      {children}
    </div>
  )
}
