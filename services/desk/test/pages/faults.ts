import { findFaultsInLooks, runAxe, type ShownPage } from '@askline/testing/looks'
import 'axe-core'
import { expect } from 'vitest'
import { cdp, page } from 'vitest/browser'

const cannotBeScrolledByKeys = (place: HTMLElement) =>
  place.tabIndex < 0 && place.scrollHeight > place.clientHeight && /auto|scroll/.test(getComputedStyle(place).overflowY)

/** The page that the test shows. */
export const shownPage: ShownPage = {
  // The check is text, because journeys run the same in pages of another process.
  evaluate: async (expression) => new Function(`return ${expression}`)(),
  async showInScheme(scheme) {
    await cdp().send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ],
    })
  },
  async setWidth(px) {
    await page.viewport(px, 800)
    // A part that begins to scroll takes the focus only after it has measured itself.
    await expect.poll(() => [...document.querySelectorAll('section')].filter(cannotBeScrolledByKeys)).toEqual([])
  },
}

/** Returns what axe finds wrong with the page as it is now. */
export const findAccessibilityFaults = (): Promise<string[]> => runAxe(shownPage)

/** Waits until the page has loaded all of its parts. */
export async function waitUntilLoaded(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  // A page may load several parts at once. Each is hidden for a moment.
  await expect
    .poll(() => document.querySelector('[role=status]:is([aria-label=Loading], [aria-label="Wird geladen"])'))
    .toBeNull()
}

/** Returns what is wrong with a loaded page in any of its looks. */
export async function findFaultsOfLooks(): Promise<string[]> {
  await waitUntilLoaded()
  return findFaultsInLooks(shownPage, (rules) => runAxe(shownPage, rules))
}
