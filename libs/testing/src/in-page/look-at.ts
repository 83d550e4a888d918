import { strangeHost } from './attacks.ts'
import type { PageUnderTest } from './page-under-test.ts'

/** Elements that no text may become. The pages use none of them themselves, but for their own script in the head. */
const strange = [
  'body :is(script, style, iframe, object, embed, base, meta, link, math, template, video, audio, animate, use, image, mglyph)',
  '[srcdoc], [onload], [onerror], [onclick], [onfocus], [onbegin], [ontoggle], [onmouseover]',
  '[formaction], form[action], [autofocus][x], body [style*="url("]',
  ...['href', 'src', 'data', 'action'].flatMap((name) => [
    `body [${name}^="javascript:" i], body [${name}^="data:" i], body [${name}^="//"]`,
    `body :not(a)[${name}*="${strangeHost}"]`,
  ]),
  // Links to other hosts are allowed, but must not tell where they stand.
  'a[href^="http"]:not([rel~="noopener"][rel~="noreferrer"])',
].join(', ')

/** Runs in the page. Returns the faults of its document, and the marks of texts that can be read in it. */
const look = `(() => {
  const shown = [document.body.innerText, ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value)].join(' ')
  const faults = [...document.querySelectorAll(${JSON.stringify(strange)})].map((one) => one.outerHTML.slice(0, 200))
  if (window.attacked !== undefined) faults.push('a script of a text ran')
  if (document.documentElement.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    const names = wide.slice(0, 4).map((one) => one.tagName + '.' + one.className).join(' ')
    faults.push(innerWidth + ' px: the page is ' + document.documentElement.scrollWidth + ' px wide: ' + names)
  }
  return { shown, faults }
})()`

export type Look = { shown: string; faults: string[] }

/** Returns what a page makes of hostile texts: the texts that can be read in it, and what became more than text. */
export const lookAt = (page: PageUnderTest): Promise<Look> => page.evaluate<Look>(look)
