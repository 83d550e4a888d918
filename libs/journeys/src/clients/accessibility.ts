import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Returns what axe finds wrong with the page or frame as it is now: the rule and the elements that break it. Looks for breaches
 * of all rules, or of `rules` only.
 */
export async function findAccessibilityFaults(page: Page | Frame, rules?: readonly string[]): Promise<string[]> {
  // Evaluated by the debugger, which the page's policy does not concern.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) })}).then(({ violations }) => violations)`,
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
