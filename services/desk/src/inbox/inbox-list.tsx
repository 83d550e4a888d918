import type { InboxQuestion } from '@askline/client'
import { useEffect, useRef } from 'react'
import { tinykeys } from 'tinykeys'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { useLocation } from 'wouter'
import { StatusBadge } from '../conversation/status.tsx'
import type { InboxView, Loaded } from '../live/loaded.ts'
import { useNow } from '../live/use-live.ts'
import { Badge } from '../ui/badge.tsx'
import { Empty } from '../ui/empty.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { formatDistance, formatDuration } from '../words/times.ts'
import { type Key, say } from '../words/words.ts'
import styles from './inbox-list.module.css'
import { paths } from './paths.ts'
import { outsideFields } from './shortcuts.ts'

type DeskView = Exclude<InboxView, 'own'>

const titles = {
  offered: 'inbox.offered',
  claimed: 'inbox.claimed',
  answered: 'inbox.answered',
  queue: 'inbox.queue',
} as const satisfies Record<DeskView, Key>

const empties = {
  offered: 'inbox.noOffers',
  claimed: 'inbox.noClaims',
  answered: 'inbox.noAnswers',
  queue: 'inbox.noQueue',
} as const satisfies Record<DeskView, Key>

type InboxListProps = {
  view: DeskView
  list: Loaded<readonly InboxQuestion[]>
  openUuid: string | undefined
}

/** A list of questions. `j` and `k` go to the next and the previous one. Only rows in sight are in the document. */
export function InboxList({ view, list: { value: questions, error }, openUuid }: InboxListProps) {
  const [, navigate] = useLocation()
  const rows = useRef<VirtualizerHandle>(null)
  const at = questions?.findIndex(({ uuid }) => uuid === openUuid) ?? -1

  useEffect(() => {
    const go = (step: 1 | -1) => {
      const next = at < 0 ? (step > 0 ? 0 : -1) : at + step
      const target = questions?.[next]
      if (!target) return
      rows.current?.scrollToIndex(next, { align: 'nearest' })
      navigate(`${paths[view]}/${target.uuid}`)
    }
    return tinykeys(window, {
      j: outsideFields(() => go(1)),
      k: outsideFields(() => go(-1)),
      Enter: outsideFields(() => {
        if (at < 0) go(1)
      }),
    })
  }, [at, navigate, questions, view])

  return (
    <div className={styles['frame']}>
      <h1 id="inbox-title" className={styles['title']}>
        {say(titles[view])}
        {questions && questions.length > 0 && <Badge>{questions.length}</Badge>}
      </h1>
      {error && !questions && (
        <Notice kind="bad" title={say('list.failed')}>
          <p>{say('list.failedHint')}</p>
        </Notice>
      )}
      {!questions && !error && <Skeleton label={say('list.loading')} lines={6} />}
      {questions?.length === 0 && <Empty icon="inbox" title={say(empties[view])} />}
      {questions && questions.length > 0 && (
        <div className={styles['rows']}>
          <Virtualizer ref={rows} as="ul" item="li">
            {questions.map((question) => (
              <Row
                key={question.uuid}
                question={question}
                href={`${paths[view]}/${question.uuid}`}
                isOpen={question.uuid === openUuid}
              />
            ))}
          </Virtualizer>
        </div>
      )}
    </div>
  )
}

function Row({ question, href, isOpen }: { question: InboxQuestion; href: string; isOpen: boolean }) {
  const [, navigate] = useLocation()
  const now = useNow()
  const due = question.offer?.dateDue ?? question.claim?.leaseUntil
  const leftMs = due ? new Date(due).getTime() - now : undefined
  return (
    <a
      className={`${styles['row']} ${isOpen ? styles['open'] : ''}`}
      href={`/desk${href}`}
      aria-current={isOpen || undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        navigate(href)
      }}
    >
      <span className={styles['subject']} dir="auto">
        {question.conversation?.subject}
      </span>
      <span className={styles['facts']}>
        <StatusBadge question={question} />
        {leftMs !== undefined && (
          <Badge kind={leftMs < 30_000 ? 'warn' : 'plain'}>
            {leftMs > 0 ? say('inbox.left', { time: formatDuration(leftMs) }) : say('inbox.over')}
          </Badge>
        )}
        <time className={styles['time']} dateTime={question.dateCreated}>
          {formatDistance(question.dateCreated, now)}
        </time>
      </span>
      {question.offer?.reasons[0] && (
        <span className={styles['reason']}>{say('inbox.because', { reason: question.offer.reasons.join(', ') })}</span>
      )}
    </a>
  )
}
