import type { InboxQuestion } from '@askline/client'
import { memo, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { useLocation } from 'wouter'
import { ListFailure } from '../conversation/fault-notice.tsx'
import { StatusBadge } from '../conversation/status.tsx'
import { describeReasons } from '../desk/describe-reasons.ts'
import { type DeskKey, say } from '../desk/desk-words.ts'
import { bindKeys } from '../keys/bind-keys.ts'
import type { LoadedList } from '../live/loaded.ts'
import type { Fetched } from '../live/use-fetch.ts'
import { useCompanyNow } from '../live/use-live.ts'
import { Badge } from '../ui/badge.tsx'
import { classNames } from '../ui/class-names.ts'
import { Empty } from '../ui/empty.tsx'
import { ListProgress } from '../ui/list-progress.tsx'
import { shownText } from '../words/shown-text.ts'
import { formatDistance, formatDuration } from '../words/times.ts'
import { findGroups } from './find-groups.ts'
import styles from './inbox-list.module.css'
import { OfferBadge } from './offer-status.tsx'
import { type DeskView, paths } from './paths.ts'
import { outsideFields } from './shortcuts.ts'
import { TakenBadge } from './taken.tsx'

export const titles = {
  offered: 'inbox.offered',
  claimed: 'inbox.claimed',
  answered: 'inbox.answered',
  queue: 'inbox.queue',
} as const satisfies Record<DeskView, DeskKey>

const empties = {
  offered: 'inbox.noOffers',
  claimed: 'inbox.noClaims',
  answered: 'inbox.noAnswers',
  queue: 'inbox.noQueue',
} as const satisfies Record<DeskView, DeskKey>

type InboxListProps = {
  view: DeskView
  /** The list has what a search found. */
  isSearch: boolean
  list: LoadedList<InboxQuestion> & Partial<Pick<Fetched<unknown>, 'retry'>>
  /** Called with the numbers of the first and the last row in sight. */
  onSee: (from: number, to: number) => void
  openUuid: string | undefined
  /** Called when the person opened a question by Enter, to answer it. */
  onWrite: (uuid: string) => void
  /** Stands above the rows. */
  children?: ReactNode
}

/**
 * A list of questions. With `j` and `k` one goes to the next and the previous one, with `f` and `o` to each group of offers. Only rows
 * in sight are in the document.
 */
export function InboxList({
  view,
  isSearch,
  list: { value: questions, error, hasMore, counts, retry },
  onSee,
  openUuid,
  onWrite,
  children,
}: InboxListProps) {
  const [, navigate] = useLocation()
  const rows = useRef<VirtualizerHandle>(null)
  const frame = useRef<HTMLDivElement>(null)
  /** The open question was chosen by `j` or `k`. */
  const isFollowed = useRef(false)
  const at = questions?.findIndex(({ uuid }) => uuid === openUuid) ?? -1
  const groups = useMemo(() => findGroups(view, questions ?? [], counts), [counts, questions, view])
  /** Returns what stands above a row: the name and size of the group that it begins. */
  const headingOf = (question: InboxQuestion) => {
    const group = groups.find(({ first }) => first === question)
    return group && say(`inbox.${group.name}`, { n: group.size })
  }

  // Before the rows are painted: a key that is pressed as soon as a row is seen must find it.
  useLayoutEffect(() => {
    const open = (next: number) => {
      const target = questions?.[next]
      if (!target) return undefined
      rows.current?.scrollToIndex(next, { align: 'nearest' })
      navigate(`${paths[view]}/${target.uuid}`)
      return target.uuid
    }
    const goTo = (next: number) => {
      isFollowed.current = open(next) !== undefined
    }
    const go = (step: 1 | -1) => goTo(at < 0 ? (step > 0 ? 0 : -1) : at + step)
    const goToGroup = (wanted: 'forYou' | 'openToAll') => {
      const group = groups.find(({ name }) => name === wanted)
      if (group && questions) goTo(questions.indexOf(group.first))
    }
    return bindKeys({
      j: outsideFields(() => go(1)),
      k: outsideFields(() => go(-1)),
      f: outsideFields(() => goToGroup('forYou')),
      o: outsideFields(() => goToGroup('openToAll')),
      Enter: outsideFields(() => {
        const uuid = open(Math.max(0, at))
        if (uuid) onWrite(uuid)
      }),
    })
  }, [at, groups, navigate, onWrite, questions, view])

  const see = () => {
    const { current: list } = rows
    if (!list) return
    onSee(list.findItemIndex(list.scrollOffset), list.findItemIndex(list.scrollOffset + list.viewportSize))
  }
  // Rows that were added may be in sight already.
  const seeNow = useEffectEvent(see)
  useEffect(() => {
    if (questions) seeNow()
  }, [questions])

  // The focus follows `j` and `k`. It also follows the open question if nothing else has it, for example after another expert was first.
  useEffect(() => {
    const isWanted = isFollowed.current || document.activeElement === document.body
    isFollowed.current = false
    if (openUuid === undefined || !isWanted) return
    const soon = requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true }),
    )
    return () => cancelAnimationFrame(soon)
  }, [openUuid])

  const isEmpty = questions?.length === 0
  /** No row was found yet, and the search goes on. */
  const isSearching = isEmpty && hasMore === true && !error
  return (
    <div ref={frame} className={styles['frame']}>
      <h1 id="inbox-title" className={styles['title']}>
        {say(titles[view])}
        {!counts && questions && questions.length > 0 && (
          <Badge>{say(hasMore ? 'inbox.atLeast' : 'inbox.count', { n: questions.length })}</Badge>
        )}
      </h1>
      {children}
      {error && (!questions || isEmpty) && (
        <div className={styles['failure']}>
          <ListFailure error={error} onRetry={retry} />
        </div>
      )}
      {((!questions && !error) || isSearching) && <ListProgress isSearching={isSearching} lines={6} />}
      {isEmpty && !isSearching && !error && (
        <Empty icon={isSearch ? 'search' : 'inbox'} title={say(isSearch ? 'inbox.noMatches' : empties[view])} />
      )}
      {questions && questions.length > 0 && (
        <div className={styles['rows']}>
          <Virtualizer ref={rows} as="ul" item="li" data={questions} onScroll={see}>
            {(question) => (
              <Row
                key={question.uuid}
                heading={headingOf(question)}
                question={question}
                href={`${paths[view]}/${question.uuid}`}
                isOpen={question.uuid === openUuid}
                onWrite={onWrite}
              />
            )}
          </Virtualizer>
        </div>
      )}
    </div>
  )
}

type RowProps = {
  /** The name of the group that begins with this row. */
  heading: string | undefined
  question: InboxQuestion
  href: string
  isOpen: boolean
  onWrite: (uuid: string) => void
}

/** Each step of scrolling draws the list. Rows that stay in sight are not drawn again. */
const Row = memo(function Row({ heading, question, href, isOpen, onWrite }: RowProps) {
  const [, navigate] = useLocation()
  const now = useCompanyNow()
  const due = question.offer?.dateDue ?? question.claim?.leaseUntil
  const reason = question.offer?.isOpenToAll === false && describeReasons(question.offer, 1)
  const leftMs = due ? new Date(due).getTime() - now : undefined
  const row = (
    <a
      className={classNames(styles['row'], isOpen && styles['open'])}
      href={`/desk${href}`}
      aria-current={isOpen || undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        navigate(href)
        // A click by Enter has no detail.
        if (event.detail === 0) onWrite(question.uuid)
      }}
    >
      <span className={styles['subject']}>
        <bdi>{shownText(question.conversation?.subject ?? '')}</bdi>
      </span>
      <span className={styles['facts']}>
        {question.offer ? <OfferBadge question={question} /> : <StatusBadge question={question} />}
        <TakenBadge takenBy={question.takenBy} />
        {leftMs !== undefined && (leftMs > 0 || question.claim) && (
          <Badge kind={leftMs < 30_000 ? 'warn' : 'plain'}>
            {leftMs > 0 ? say('inbox.left', { time: formatDuration(leftMs) }) : say('inbox.over')}
          </Badge>
        )}
        <time className={styles['time']} dateTime={question.dateCreated}>
          {formatDistance(question.dateCreated, now)}
        </time>
      </span>
      {question.offer?.hindrance && <span className={styles['reason']}>{say('inbox.atCapacity')}</span>}
      {reason && <span className={styles['reason']}>{say('inbox.because', { reason })}</span>}
    </a>
  )
  if (heading === undefined) return row
  return (
    <>
      <h2 className={styles['group']}>{heading}</h2>
      {row}
    </>
  )
})
