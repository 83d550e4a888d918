import { browserFlags, findBrowser } from '@askline/testing/servers'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findSharedBrowser } from '../stage/prepared.ts'

/** Path of Chromium when this process began. Without it, tests of pages skip themselves. */
export const browserPath = findBrowser()

/** Opens the shared Chromium of the run, or starts one. The caller closes it. Throws if it is not installed. */
export function openBrowser(): Promise<Browser> {
  const shared = findSharedBrowser()
  if (shared !== undefined) return chromium.connect(shared)
  if (browserPath === undefined) throw new Error('There is no Chromium: name one in CHROMIUM_PATH')
  return chromium.launch({ executablePath: browserPath, args: browserFlags })
}

/**
 * Records errors of a page's scripts, resources that failed to load, and what its policy refused, by the kinds of console messages.
 * Leaves out answers of the API with 503: the page waits and repeats, which its test sees.
 */
export function recordComplaints(page: Page, kinds = ['error']): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const { url } = message.location()
    const isRepeated = message.text().includes('status of 503') && url.includes('/v1/')
    if (kinds.includes(message.type()) && !isRepeated) complaints.push(`${message.text()} (${url})`)
  })
  return complaints
}

/** Opens a page and records its complaints. */
export async function openPage(browser: Browser): Promise<Page & { complaints: string[] }> {
  const page = await browser.newPage()
  return Object.assign(page, { complaints: recordComplaints(page) })
}
