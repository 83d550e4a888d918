import { findFaultsInLooks } from '@askline/testing/looks'
import { findAccessibilityFaults } from './accessibility.ts'
import type { Visitor } from './visitor.ts'

/** Returns what is wrong with a loaded page in any of its looks, and what the browser complained about. */
export async function findFaultsOfLooks({ page, complaints }: Visitor): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  // A page may load several parts at once, and the next one is the first when one has come. Each is hidden for a moment.
  await page.getByRole('status', { name: 'Loading', includeHidden: true }).first().waitFor({ state: 'detached' })
  const shown = {
    evaluate: <T>(expression: string) => page.evaluate<T>(expression),
    showInScheme: (colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme, reducedMotion: 'reduce' }),
    setWidth: (width: number) => page.setViewportSize({ width, height: 800 }),
  }
  const faults = await findFaultsInLooks(shown, (rules) => findAccessibilityFaults(page, rules))
  return [...faults, ...complaints]
}
