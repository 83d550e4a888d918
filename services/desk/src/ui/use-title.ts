import { useEffect } from 'react'

/** The title of the document before any page was shown: the name of all pages. */
let base: string | undefined
let page: string | undefined
let news: string | undefined

function write() {
  base ??= document.title
  document.title = [news, page, base].filter((part) => part !== undefined).join(' · ')
}

/** Writes what the page shows into the title of the window. Pass `undefined` if another component names it. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    page = title
    write()
    return () => {
      page = undefined
      write()
    }
  }, [title])
}

/** Writes what waits for the person into the title of the window, in front of what the page shows. */
export function useTitleNews(text: string | undefined): void {
  useEffect(() => {
    news = text
    write()
  }, [text])
}
