import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The Chromium of this machine: CHROMIUM_PATH, or where it usually is; undefined where there is none. */
export const browserPath = [process.env['CHROMIUM_PATH'], ...usual].find(
  (path) => path !== undefined && existsSync(path),
)

/** Starts the machine's Chromium; whoever asks closes it. Throws where there is none. */
export function openBrowser(): Promise<Browser> {
  if (browserPath === undefined) throw new Error('There is no Chromium: name one in CHROMIUM_PATH')
  const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-component-update', '--disable-sync']
  return chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', ...quiet] })
}

/** A page that notes what it complains of: errors of its scripts, and everything its policy refuses. */
export async function openPage(browser: Browser): Promise<Page & { complaints: string[] }> {
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return Object.assign(page, { complaints })
}
