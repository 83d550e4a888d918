import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'

// The shell without a user interface comes first: with the same engine it takes half of the processor's time.
const usual = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)

/** Returns the path of Chromium: CHROMIUM_PATH or a usual place, `undefined` if it is not installed. */
export const findBrowser = (): string | undefined =>
  [process.env['CHROMIUM_PATH'], ...usual].find((path) => path !== undefined && existsSync(path))

/** Path of Chromium when this process began. Without it, tests of pages skip themselves. */
export const browserPath = findBrowser()

/** Starts Chromium, which the caller must close. Throws if it is not installed. */
export function openBrowser(): Promise<Browser> {
  if (browserPath === undefined) throw new Error('There is no Chromium: name one in CHROMIUM_PATH')
  const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-component-update', '--disable-sync']
  return chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', ...quiet] })
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
