import { useLayoutEffect, useRef } from 'react'
import { shownHtml } from '../words/shown-text.ts'
import styles from './html.module.css'

type HtmlPolicy = { createHTML(html: string): string }
type PolicyFactory = { createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy }

/** The only Trusted Types policy of the pages. The server sanitizes `bodyHtml`; nothing else may become HTML. */
const policy: HtmlPolicy = ('trustedTypes' in window
  ? (window.trustedTypes as PolicyFactory).createPolicy('askline-body', { createHTML: (html) => html })
  : undefined) ?? { createHTML: (html) => html }

/** Puts each table into a place that scrolls by itself, and makes the places that scroll reachable by keyboard. Returns the end of that. */
function fitWideParts(place: HTMLElement): (() => void) | undefined {
  for (const table of place.querySelectorAll('table')) {
    const wide = document.createElement('div')
    wide.className = styles['wide'] ?? ''
    table.replaceWith(wide)
    wide.append(table)
  }
  const parts = place.querySelectorAll<HTMLElement>(`pre, .${styles['wide']}`)
  if (parts.length === 0) return undefined
  const observer = new ResizeObserver(() => {
    for (const part of parts) {
      if (part.scrollWidth > part.clientWidth) part.tabIndex = 0
      else part.removeAttribute('tabindex')
    }
  })
  observer.observe(place)
  return () => observer.disconnect()
}

/** Shows a `bodyHtml` or `textHtml` of the API, in the writing direction of its own words. */
export function Html({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!place.current) return
    place.current.innerHTML = policy.createHTML(shownHtml(html))
    // A link must not replace the page, least of all inside the frame of the widget. The server wrote `rel`.
    for (const link of place.current.querySelectorAll('a')) if (link.protocol !== 'mailto:') link.target = '_blank'
    for (const list of place.current.querySelectorAll('ol')) {
      const last = list.start + list.children.length - 1
      list.style.setProperty('--digits', String(String(last).length))
    }
    return fitWideParts(place.current)
  }, [html])
  return <div ref={place} className={styles['html']} dir="auto" />
}
