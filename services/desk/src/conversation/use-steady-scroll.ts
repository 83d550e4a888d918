import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The row that stays at its position on the screen. Without a key it is the end of the list. */
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

/** The sizes on which it depends whether the end of the list is in sight. */
const sizesOf = (box: HTMLElement) => `${box.offsetHeight} ${viewOf(scrollerOf(box)).bottom}`

/** Returns the px between the beginning of what scrolls and `box`. */
const offsetIn = (scroller: HTMLElement, box: HTMLElement) =>
  box.getBoundingClientRect().top - viewOf(scroller).top + scroller.scrollTop

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
  /** The sizes of the list and its view when the place was held. */
  const sizes = useRef('')
  const shown = useRef(rows)
  /** The reader begins once, so later values have no effect. */
  const beginsAtEnd = useRef(startsAtEnd)
  const [isAtEnd, setAtEnd] = useState(true)

  const hold = useCallback(() => {
    const box = list.current
    if (!box) return
    const view = viewOf(scrollerOf(box))
    const { bottom } = box.getBoundingClientRect()
    sizes.current = sizesOf(box)
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
    const { key } = held.current
    const scroller = scrollerOf(box)
    // The view may have become lower. A keyboard that opens, or a foot that grows, must not cover the end.
    const y = key === undefined ? Math.min(held.current.y, viewOf(scroller).bottom) : held.current.y
    const row = key === undefined ? undefined : box.querySelector(`[data-row="${CSS.escape(key)}"]`)
    const now = key === undefined ? box.getBoundingClientRect().bottom : row?.getBoundingClientRect().top
    if (now !== undefined && Math.abs(now - y) >= 1) scroller.scrollTop += now - y
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
    const isAtHeldEnd = () => held.current !== undefined && held.current.key === undefined
    const onScroll = () => {
      // While sizes change the end moves, although the reader does not.
      if (isAtHeldEnd() && sizesOf(box) !== sizes.current) restore()
      else hold()
    }
    const onResize = () => (isAtHeldEnd() ? restore() : hold())
    /** Something above the list grew. A reader who begins at the top sees it there. */
    const onMoved = () => (!beginsAtEnd.current && scroller.scrollTop === 0 ? hold() : restore())
    const resized = new ResizeObserver(onResize)
    if (scroller !== document.documentElement) resized.observe(scroller)
    const source = scroller === document.documentElement ? document : scroller
    const grown = new ResizeObserver(() => isAtHeldEnd() && restore())
    let above = offsetIn(scroller, box)
    const moved = new ResizeObserver(() => {
      const before = above
      above = offsetIn(scroller, box)
      if (Math.abs(above - before) >= 1) onMoved()
    })
    for (const child of scroller.children) moved.observe(child)
    source.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', onResize)
    grown.observe(box)
    return () => {
      source.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', onResize)
      grown.disconnect()
      moved.disconnect()
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
