import type { Page } from 'playwright-core'
import { findAccessibilityFaults } from './accessibility.ts'
import type { Visitor } from './visitor.ts'

/** The looks that axe sees. Each theme is seen at both widths, because some parts of a page exist at one of them only. */
const seenByAxe: { colorScheme: 'light' | 'dark'; width: number; rules?: string[] }[] = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 1280, rules: ['color-contrast'] },
  { colorScheme: 'dark', width: 360, rules: ['color-contrast'] },
]

/** From the narrowest telephone to the widest screen that the pages promise, in px. */
const widths = [360, 1280, 2560]

/**
 * Returns what is wrong with a loaded page in any of its looks: what axe finds, and what the browser complained about. A page
 * that is wider than its window is wrong too, whether it is read from left to right or from right to left.
 */
export async function findFaultsOfLooks({ page, complaints }: Visitor): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  // A page may load several parts at once, and the next one is the first when one has come. Each is hidden for a moment.
  await page.getByRole('status', { name: 'Loading', includeHidden: true }).first().waitFor({ state: 'detached' })
  const faults: string[] = []
  await page.evaluate(`document.documentElement.dir = 'ltr'`)
  for (const { colorScheme, width, rules } of seenByAxe) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    const found = await findAccessibilityFaults(page, rules)
    faults.push(...found.map((fault) => `${colorScheme}, ${width} px: ${fault}`))
  }
  for (const direction of ['ltr', 'rtl']) {
    await page.evaluate(`document.documentElement.dir = '${direction}'`)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const needed = await page.evaluate<number>('document.documentElement.scrollWidth')
      if (needed > width) faults.push(`${direction}, ${width} px: the page is ${needed} px wide`)
      const cut = await findCutPlaceholders(page)
      faults.push(...cut.map((text) => `${direction}, ${width} px: the placeholder "${text}" is cut off`))
    }
  }
  return [...faults, ...complaints]
}

/** Returns the placeholders of empty fields of one line that are wider than their field. */
export const findCutPlaceholders = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('input[placeholder]')].filter((field) => {
    if (field.value !== '' || field.offsetWidth === 0) return false
    const filled = field.cloneNode()
    filled.style.position = 'absolute'
    filled.style.inlineSize = field.offsetWidth + 'px'
    filled.value = field.placeholder
    field.after(filled)
    const isCut = filled.scrollWidth > filled.clientWidth
    filled.remove()
    return isCut
  }).map((field) => field.placeholder)`)
