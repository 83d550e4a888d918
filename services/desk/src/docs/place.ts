import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
addEventListener('popstate', tell)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the path of the page. */
export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname)

/** Shows another page of the documentation, as a link would, without loading it anew. */
export function goTo(href: string): void {
  const { pathname, hash } = new URL(href, location.href)
  history.pushState(null, '', href)
  tell()
  if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
  else if (pathname === location.pathname) {
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
}

/** Follows a click on a link to another page of the documentation. Leaves clicks with a key, and other links, to the browser. */
export function followLink(event: MouseEvent): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const link = (event.target as Element).closest('a')
  if (link?.target !== '' || link.origin !== location.origin || !/^\/docs(\/|$)/.test(link.pathname)) return
  event.preventDefault()
  goTo(link.href)
}
