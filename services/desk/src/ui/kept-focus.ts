import { type RefObject, useEffect, useEffectEvent } from 'react'

/** An element that had the focus, and what was around it then, from the inside to the outside. */
export type FocusTrail = {
  element: HTMLElement
  around: { element: Element; before: Element | null; after: Element | null }[]
}

/**
 * Moves the focus when what had it in `place` goes away, for example the button of a row that was removed: to what `find` returns. Dialogs do not
 * count, so the focus returns to what opened the first of them, or to what `find` returns for it.
 */
export function useKeptFocus(
  place: RefObject<HTMLElement | null>,
  find: (lost: FocusTrail) => HTMLElement | null | undefined,
): void {
  const findNow = useEffectEvent(find)
  useEffect(() => {
    let trail: FocusTrail | undefined
    const isOutside = (target: EventTarget | null) => !(target instanceof Element) || target.closest('dialog') === null
    const onFocus = ({ target }: FocusEvent) => {
      if (isOutside(target)) trail = trailOf(target, place.current)
    }
    // A person who presses or scrolls elsewhere leaves the place that had the focus.
    const onLeave = ({ target }: Event) => {
      if (isOutside(target) && !(target instanceof Node && trail?.element.contains(target))) trail = undefined
    }
    const gone = new MutationObserver(() => {
      if (!trail || document.activeElement !== document.body) return
      const next = trail.element.isConnected ? trail.element : findNow(trail)
      next?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onLeave)
    document.addEventListener('wheel', onLeave, { passive: true })
    gone.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onLeave)
      document.removeEventListener('wheel', onLeave)
      gone.disconnect()
    }
  }, [place])
}

function trailOf(target: EventTarget | null, place: HTMLElement | null): FocusTrail | undefined {
  if (!(target instanceof HTMLElement) || !place?.contains(target)) return undefined
  const around: FocusTrail['around'] = []
  for (let one: Element | null = target; one && place.contains(one); one = one.parentElement)
    around.push({ element: one, before: one.previousElementSibling, after: one.nextElementSibling })
  return { element: target, around }
}

/**
 * Returns the nearest thing to what went away: the next row if it was in one, or else the one before. Otherwise the first field of its filters,
 * or the heading of the part of the page that is left.
 */
export function findNearest({ around }: FocusTrail): HTMLElement | undefined {
  for (const { element, before, after } of around) {
    if (!element.isConnected) {
      const row = element.matches('li, tr') ? (usableIn(after) ?? usableIn(before)) : undefined
      if (row) return row
      continue
    }
    if (element.matches('search')) return usableIn(element)
    const heading = element.querySelector<HTMLElement>('h1, h2, h3')
    if (!heading) continue
    heading.tabIndex = -1
    return heading
  }
  return undefined
}

const usable = ['a[href]', 'button:enabled', 'input:enabled', 'select:enabled', 'textarea:enabled', 'summary'].join()

const usableIn = (element: Element | null) =>
  element?.isConnected ? (element.querySelector<HTMLElement>(usable) ?? undefined) : undefined
