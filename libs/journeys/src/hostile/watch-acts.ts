import type { Page } from 'playwright-core'

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
