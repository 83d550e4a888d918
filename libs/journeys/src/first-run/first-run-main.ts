import { openBrowser } from '../clients/browser.ts'
import { walkFirstRun } from './walk-first-run.ts'

/**
 * `node first-run-main.js <link of the setup>`: walks the first run of a new installation in Chromium. Prints each step and, at the end, how
 * long all took. Exits with 1 and the reason if a step fails.
 */
const [link] = process.argv.slice(2)
if (link === undefined) throw new Error('Name the link that the installation printed.')
const began = performance.now()
const secondsGone = () => ((performance.now() - began) / 1_000).toFixed(1)
const browser = await openBrowser()
try {
  await walkFirstRun(browser, link, (step) => console.log(`${secondsGone()} s  ${step}`))
  console.log(`An answered question ${secondsGone()} s after the link was opened`)
} finally {
  await browser.close()
}
