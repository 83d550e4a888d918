import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Path of Chromium: CHROMIUM_PATH or a usual place. `undefined` if it is not installed. */
export const browserPath = [process.env['CHROMIUM_PATH'], ...usual].find(
  (path) => path !== undefined && existsSync(path),
)

/** Starts Chromium, which the caller must close. Throws if it is not installed. */
export function openBrowser(): Promise<Browser> {
  if (browserPath === undefined) throw new Error('There is no Chromium: name one in CHROMIUM_PATH')
  const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-component-update', '--disable-sync']
  return chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', ...quiet] })
}

/** Opens a page that records errors of its scripts and violations of its policy. */
export async function openPage(browser: Browser): Promise<Page & { complaints: string[] }> {
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return Object.assign(page, { complaints })
}
