import axe from 'axe-core'
import { expect } from 'vitest'
import { cdp, page } from 'vitest/browser'

/** The looks that axe sees. Each theme is seen at both widths, because some parts of a page exist at one of them only. */
const seenByAxe: { scheme: 'light' | 'dark'; width: number; rules?: string[] }[] = [
  { scheme: 'light', width: 360 },
  { scheme: 'dark', width: 1280 },
  { scheme: 'light', width: 1280, rules: ['color-contrast'] },
  { scheme: 'dark', width: 360, rules: ['color-contrast'] },
]

/** From the narrowest telephone to the widest screen that the pages promise, in px. */
const widths = [360, 1280, 2560]

/** Returns what axe finds wrong with the page as it is now. Looks for breaches of all rules, or of `rules` only. */
export async function findAccessibilityFaults(rules?: string[]): Promise<string[]> {
  const { violations } = await axe.run({ resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/**
 * Returns what is wrong with a loaded page in any of its looks. That is what axe finds, and where the page is wider than its
 * window. Each width is looked at in both directions of writing.
 */
export async function findFaultsOfLooks(): Promise<string[]> {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  // A page may load several parts at once. Each is hidden for a moment.
  await expect.poll(() => document.querySelector('[role=status][aria-label=Loading]')).toBeNull()
  const faults: string[] = []
  document.documentElement.dir = 'ltr'
  for (const { scheme, width, rules } of seenByAxe) {
    await showInScheme(scheme)
    await page.viewport(width, 800)
    const found = await findAccessibilityFaults(rules)
    faults.push(...found.map((fault) => `${scheme}, ${width} px: ${fault}`))
  }
  await showInScheme('light')
  for (const direction of ['ltr', 'rtl']) {
    document.documentElement.dir = direction
    for (const width of widths) {
      await page.viewport(width, 800)
      const needed = document.documentElement.scrollWidth
      if (needed > width) faults.push(`${direction}, ${width} px: the page is ${needed} px wide`)
      faults.push(
        ...findCutPlaceholders().map((text) => `${direction}, ${width} px: the placeholder "${text}" is cut off`),
      )
    }
  }
  return faults
}

/** Shows the page to a person who prefers light or dark colors. Nothing moves, so that nothing is seen half-way. */
const showInScheme = (scheme: 'light' | 'dark') =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  })

/** Returns the placeholders of empty fields of one line that are wider than their field. */
function findCutPlaceholders(): string[] {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[placeholder]')]
  const isCut = (field: HTMLInputElement) => {
    if (field.value !== '' || field.offsetWidth === 0) return false
    const filled = document.createElement('input')
    filled.className = field.className
    filled.style.position = 'absolute'
    filled.style.inlineSize = `${field.offsetWidth}px`
    filled.value = field.placeholder
    field.after(filled)
    const isWider = filled.scrollWidth > filled.clientWidth
    filled.remove()
    return isWider
  }
  return fields.filter(isCut).map(({ placeholder }) => placeholder)
}
