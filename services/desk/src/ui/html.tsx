import { useLayoutEffect, useRef } from 'react'
import { shownHtml } from '../words/shown-text.ts'
import styles from './html.module.css'

type HtmlPolicy = { createHTML(html: string): string }
type PolicyFactory = { createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy }

/** The only Trusted Types policy of the pages. The server sanitizes `bodyHtml`; nothing else may become HTML. */
const policy: HtmlPolicy = ('trustedTypes' in window
  ? (window.trustedTypes as PolicyFactory).createPolicy('askline-body', { createHTML: (html) => html })
  : undefined) ?? { createHTML: (html) => html }

/** Shows a `bodyHtml` or `textHtml` of the API, in the writing direction of its own words. */
export function Html({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!place.current) return
    place.current.innerHTML = policy.createHTML(shownHtml(html))
    // A link must not replace the page, least of all inside the frame of the widget. The server wrote `rel`.
    for (const link of place.current.querySelectorAll('a')) if (link.protocol !== 'mailto:') link.target = '_blank'
  }, [html])
  return <div ref={place} className={styles['html']} dir="auto" />
}
