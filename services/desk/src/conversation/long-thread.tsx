import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, WindowVirtualizer } from 'virtua'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { say } from '../words/shared-words.ts'
import { shownText } from '../words/shown-text.ts'
import { isOwn, type ShownThread, type Side } from './message-line.tsx'
import { SteadyLog } from './steady-log.tsx'
import styles from './thread.module.css'
import { Row } from './thread-row.tsx'
import { rowsOf, type ThreadRow } from './thread-rows.ts'
import { type EarlierMessages, useEarlierMessages } from './use-earlier-messages.ts'
import { scrollerOf } from './use-steady-scroll.ts'

/**
 * A conversation of which only the rows in sight are in the document. Older messages are fetched when the reader comes to where
 * they begin. A log that announces everything that is added would read out rows that are scrolled into sight, so new messages
 * are announced by name.
 */
export function LongThread(shown: ShownThread) {
  const { question, side, asides, sends, opensAt } = shown
  const box = useRef<HTMLDivElement>(null)
  const earlier = useEarlierMessages(question)
  const rows = useMemo(
    () => rowsOf(question, { earlier: earlier.messages, hasMore: earlier.hasMore, asides }),
    [question, earlier.messages, earlier.hasMore, asides],
  )
  const scroller = useScroller(box)
  const shift = useIsAtStart(rows)

  const drawRow = (row: ThreadRow) => (
    <div key={row.key} data-row={row.key} className={styles['row']}>
      <Row row={row} shown={shown} earlier={row.kind === 'earlier' && <Earlier earlier={earlier} />} />
    </div>
  )
  const list = { as: 'ol', item: 'li', data: rows, shift } as const
  return (
    <SteadyLog rows={rows} startsAtEnd={opensAt === 'end'} isVirtual sends={sends}>
      <Arrivals rows={rows} side={side} />
      <div ref={box}>
        {scroller?.element === document.documentElement && <WindowVirtualizer {...list}>{drawRow}</WindowVirtualizer>}
        {scroller && scroller.element !== document.documentElement && (
          <Virtualizer {...list} scrollRef={scroller.ref} startMargin={scroller.margin}>
            {drawRow}
          </Virtualizer>
        )}
      </div>
    </SteadyLog>
  )
}

/** Stands where older messages are missing, and fetches them when it comes into sight. */
function Earlier({ earlier: { load, isLoading, error } }: { earlier: EarlierMessages }) {
  const place = useRef<HTMLDivElement>(null)
  const loadNow = useRef(load)
  loadNow.current = load
  useEffect(() => {
    if (!place.current || error || isLoading) return
    const seen = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) loadNow.current()
    })
    seen.observe(place.current)
    return () => seen.disconnect()
  }, [error, isLoading])
  return (
    <div ref={place}>
      {error && (
        <Notice kind="bad" isLive title={say('thread.earlierFailed')}>
          <p>{error.message}</p>
        </Notice>
      )}
      <Button kind="quiet" isBusy={isLoading} onClick={load}>
        {say(isLoading ? 'list.loading' : 'thread.earlier')}
      </Button>
    </div>
  )
}

/** Announces messages of others that arrive while the conversation is open. */
function Arrivals({ rows, side }: { rows: readonly ThreadRow[]; side: Side }) {
  const newest = rows.findLast((row) => row.kind === 'message' && row.message.type === 'MESSAGE')
  const message = newest?.kind === 'message' ? newest.message : undefined
  const [first] = useState(message?.id ?? 0)
  const isNew = message !== undefined && message.id > first && !isOwn(side, message.author.type)
  return (
    <div role="status" className="visually-hidden">
      {isNew && <span key={message.uuid}>{say('thread.arrived', { name: shownText(message.author.name) })}</span>}
    </div>
  )
}

/** Whether the last change added or removed rows before the end. The view then keeps its distance from the end. */
function useIsAtStart(rows: readonly ThreadRow[]): boolean {
  const before = useRef(rows)
  const isAtStart = rows.length !== before.current.length && rows.at(-1)?.key === before.current.at(-1)?.key
  useLayoutEffect(() => {
    before.current = rows
  }, [rows])
  return isAtStart
}

/** The element in which the list scrolls, and the px of what stands above the list in it. */
function useScroller(box: RefObject<HTMLElement | null>) {
  const ref = useRef<HTMLElement>(null)
  const [found, setFound] = useState<{ element: HTMLElement; margin: number }>()
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const scroller = scrollerOf(element)
    ref.current = scroller
    const measure = () => {
      const margin = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
      setFound((before) => (before && Math.abs(before.margin - margin) < 1 ? before : { element: scroller, margin }))
    }
    measure()
    if (scroller === document.documentElement) return
    const resized = new ResizeObserver(measure)
    for (const child of scroller.children) resized.observe(child)
    return () => resized.disconnect()
  }, [box])
  return found && { ...found, ref }
}
