import type { Page } from 'playwright-core'
import { strangeHost } from './attacks.ts'

/**
 * Returns the acts of a page that no text may cause: dialogs, and requests to hosts other than `hosts`. The array grows until
 * the page is closed.
 */
export function watchActs(page: Page, hosts: readonly string[]): string[] {
  const acts: string[] = []
  const check = (address: string) => {
    const { host, protocol } = new URL(address)
    if (protocol !== 'data:' && !hosts.includes(host)) acts.push(`asked ${address.slice(0, 200)}`)
  }
  page.on('request', (request) => check(request.url()))
  page.on('websocket', (socket) => check(socket.url()))
  page.on('popup', (popup) => acts.push(`opened ${popup.url().slice(0, 200)}`))
  page.on('dialog', (dialog) => {
    acts.push(`said ${dialog.message()}`)
    // Fails if the page is left meanwhile.
    void dialog.dismiss().catch(() => undefined)
  })
  return acts
}

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

export const lookAt = (page: Pick<Page, 'evaluate'>): Promise<Look> => page.evaluate<Look>(look)
