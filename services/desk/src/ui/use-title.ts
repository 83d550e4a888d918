import { useEffect } from 'react'

/** The title of the document before any page was shown: the name of all pages. */
let base: string | undefined

/** Writes what the page shows into the title of the window. Pass `undefined` if another component names it. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    const all = base ?? document.title
    base = all
    document.title = `${title} · ${all}`
    return () => {
      document.title = all
    }
  }, [title])
}
