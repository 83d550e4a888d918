import type { PageUnderTest } from './page-under-test.ts'

type Scheme = 'light' | 'dark'

/** A page whose window a test can change. */
export type ShownPage = PageUnderTest & {
  /** Shows the page to a person who prefers light or dark colors and no motion, so that nothing is seen half-way. */
  showInScheme(scheme: Scheme): Promise<void>
  /** Makes the window `px` wide. */
  setWidth(px: number): Promise<void>
}

/** The looks that axe sees. Each theme is seen at both widths, because some parts of a page exist at one of them only. */
const seenByAxe: { scheme: Scheme; width: number; rules?: string[] }[] = [
  { scheme: 'light', width: 360 },
  { scheme: 'dark', width: 1280 },
  { scheme: 'light', width: 1280, rules: ['color-contrast'] },
  { scheme: 'dark', width: 360, rules: ['color-contrast'] },
]

/** From the narrowest telephone to the widest screen that the pages promise, in px. */
const widths = [360, 1280, 2560]

/**
 * Returns what axe, which the page must have loaded, finds wrong with the page as it is now: the rule and the elements that break
 * it. Looks for breaches of all rules, or of `rules` only.
 */
export async function runAxe(page: PageUnderTest, rules?: readonly string[]): Promise<string[]> {
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) })
  const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    `axe.run(${options}).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/**
 * Returns what is wrong with a page in any of its looks: what `findFaults` finds, and where the page is wider than its window. Each
 * width is seen in both directions of writing.
 */
export async function findFaultsInLooks(
  page: ShownPage,
  findFaults: (rules?: readonly string[]) => Promise<string[]>,
): Promise<string[]> {
  const faults: string[] = []
  await setDirection(page, 'ltr')
  for (const { scheme, width, rules } of seenByAxe) {
    await page.showInScheme(scheme)
    await page.setWidth(width)
    faults.push(...(await findFaults(rules)).map((fault) => `${scheme}, ${width} px: ${fault}`))
  }
  await page.showInScheme('light')
  for (const direction of ['ltr', 'rtl'] as const) {
    await setDirection(page, direction)
    for (const width of widths) {
      await page.setWidth(width)
      const needed = await page.evaluate<number>('document.documentElement.scrollWidth')
      if (needed > width) faults.push(`${direction}, ${width} px: the page is ${needed} px wide`)
      const cut = await findCutPlaceholders(page)
      faults.push(...cut.map((text) => `${direction}, ${width} px: the placeholder "${text}" is cut off`))
    }
  }
  return faults
}

const setDirection = (page: PageUnderTest, direction: 'ltr' | 'rtl') =>
  page.evaluate(`document.documentElement.dir = '${direction}'`)

/** Returns the placeholders of empty fields of one line that are wider than their field. */
const findCutPlaceholders = (page: PageUnderTest): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('input[placeholder]')].filter((field) => {
    if (field.value !== '' || field.offsetWidth === 0) return false
    const filled = document.createElement('input')
    filled.className = field.className
    filled.style.position = 'absolute'
    filled.style.inlineSize = field.offsetWidth + 'px'
    filled.value = field.placeholder
    field.after(filled)
    const isCut = filled.scrollWidth > filled.clientWidth
    filled.remove()
    return isCut
  }).map((field) => field.placeholder)`)
