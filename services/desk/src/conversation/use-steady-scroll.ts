import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** What stays in its place on the screen. Without a key it is the end of the list. */
type Held = {
  key: string | undefined
  /** px from the top of the window. */
  y: number
}

/** px by which the end of the list may lie below the view of a reader who is still at the end. */
const tolerance = 8

/** Returns the element in which `element` scrolls. */
export function scrollerOf(element: Element): HTMLElement {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (parent !== document.body && /auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return document.documentElement
}

const viewOf = (scroller: HTMLElement) =>
  scroller === document.documentElement
    ? { top: 0, bottom: window.innerHeight }
    : { top: scroller.getBoundingClientRect().top, bottom: scroller.getBoundingClientRect().bottom }

type Steady = {
  /** Anything that changes with the rows. */
  rows: unknown
  startsAtEnd: boolean
  /** Readers who are not at the end keep the first row in sight. Rows are elements with a unique `data-row`. */
  holdsRows: boolean
}

/** Keeps what the reader looks at in its place while a list changes. The view follows the end only if the reader is there. */
export function useSteadyScroll(list: RefObject<HTMLElement | null>, { rows, startsAtEnd, holdsRows }: Steady) {
  const held = useRef<Held>(undefined)
  const height = useRef(0)
  const shown = useRef(rows)
  /** The reader begins once, so later values have no effect. */
  const beginsAtEnd = useRef(startsAtEnd)
  const [isAtEnd, setAtEnd] = useState(true)

  const hold = useCallback(() => {
    const box = list.current
    if (!box) return
    const view = viewOf(scrollerOf(box))
    const { bottom } = box.getBoundingClientRect()
    height.current = box.offsetHeight
    setAtEnd(bottom <= view.bottom + tolerance)
    if (bottom <= view.bottom + tolerance) held.current = { key: undefined, y: bottom }
    else {
      const first = [...box.querySelectorAll<HTMLElement>('[data-row]')].find(
        (row) => row.getBoundingClientRect().bottom > view.top,
      )
      held.current = first && { key: first.dataset['row'], y: first.getBoundingClientRect().top }
    }
  }, [list])

  const restore = useCallback(() => {
    const box = list.current
    if (!box || !held.current) return
    const { key, y } = held.current
    const row = key === undefined ? undefined : box.querySelector(`[data-row="${CSS.escape(key)}"]`)
    const now = key === undefined ? box.getBoundingClientRect().bottom : row?.getBoundingClientRect().top
    if (now !== undefined && Math.abs(now - y) >= 1) scrollerOf(box).scrollTop += now - y
    hold()
  }, [hold, list])

  useLayoutEffect(() => {
    if (shown.current === rows) return
    shown.current = rows
    if (held.current && (holdsRows || held.current.key === undefined)) restore()
  })

  useLayoutEffect(() => {
    const box = list.current
    if (!box) return
    const scroller = scrollerOf(box)
    if (beginsAtEnd.current) scroller.scrollTop = scroller.scrollHeight
    hold()
    const onScroll = () => {
      // While rows are measured the end moves, although the reader does not.
      if (held.current?.key === undefined && box.offsetHeight !== height.current) return
      hold()
    }
    const onResize = () => {
      const { current } = held
      if (!current || current.key !== undefined) return hold()
      // A keyboard that opens, or a foot that grows, must not cover the end.
      current.y = Math.min(current.y, viewOf(scroller).bottom)
      restore()
    }
    const resized = new ResizeObserver(onResize)
    if (scroller !== document.documentElement) resized.observe(scroller)
    const source = scroller === document.documentElement ? document : scroller
    const grown = new ResizeObserver(() => {
      if (held.current?.key === undefined) restore()
    })
    source.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', onResize)
    grown.observe(box)
    return () => {
      source.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', onResize)
      grown.disconnect()
      resized.disconnect()
    }
  }, [hold, list, restore])

  return {
    isAtEnd,
    goToEnd: () => {
      const box = list.current
      if (!box) return
      const scroller = scrollerOf(box)
      scroller.scrollTop += box.getBoundingClientRect().bottom - viewOf(scroller).bottom
      hold()
    },
  }
}

/** Counts the changes of `newest` that came while the reader was not at the end. */
export function useMissed(newest: string | undefined, isAtEnd: boolean): boolean {
  const [hasMissed, setMissed] = useState(false)
  const before = useRef(newest)
  useEffect(() => {
    if (isAtEnd) setMissed(false)
    else if (before.current !== newest) setMissed(true)
    before.current = newest
  }, [isAtEnd, newest])
  return hasMissed && !isAtEnd
}
