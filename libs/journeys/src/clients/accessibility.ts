import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { runAxe } from '@askline/testing/looks'
import type { Frame, Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Loads axe into a page or frame, and returns what it finds wrong there as it is now. */
export async function findAccessibilityFaults(page: Page | Frame, rules?: readonly string[]): Promise<string[]> {
  // Evaluated by the debugger, which the page's policy does not concern.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  return runAxe(page, rules)
}
