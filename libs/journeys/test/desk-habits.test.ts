import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import {
  askOnPage,
  browserPath,
  findAccessibilityFaults,
  openInputMethod,
  raisePages,
  translatePage,
} from '../src/index.ts'

const patient = { timeout: 20_000, interval: 50 }

/** Waits until a page shows a text, also in a translation. */
async function seeText(page: Page, text: string | RegExp): Promise<void> {
  await vi.waitFor(async () => expect(await page.evaluate('document.body.innerText')).toMatch(text), patient)
}

/** Returns faults in the positions of a message's list markers and of the words in its table. */
const measure = (article: unknown) =>
  new Function(
    'article',
    `const box = article.getBoundingClientRect()
    const table = article.querySelector('table')
    const range = document.createRange()
    const broken = []
    for (const cell of table.querySelectorAll('th, td')) {
      const text = cell.firstChild
      for (const word of text.data.matchAll(/\\S+/g)) {
        range.setStart(text, word.index)
        range.setEnd(text, word.index + word[0].length)
        if (range.getClientRects().length > 1) broken.push(word[0])
      }
    }
    const canvas = document.createElement('canvas').getContext('2d')
    const outside = []
    for (const list of article.querySelectorAll('ol')) {
      canvas.font = getComputedStyle(list).font
      const last = String(list.start + list.children.length - 1) + '. '
      const start = list.firstElementChild.getBoundingClientRect().left - canvas.measureText(last).width
      if (start < box.left) outside.push(last)
    }
    return {
      markersOutside: outside,
      brokenWords: broken,
      tableIsWider: table.parentElement.getBoundingClientRect().right > box.right,
      pageIsWider: document.documentElement.scrollWidth > innerWidth,
    }`,
  )(article)

const hasFocus = (field: unknown) => (field as { matches(selector: string): boolean }).matches(':focus')

describe.skipIf(browserPath === undefined)('the pages in the hands of people with other habits', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages()
  const { openAsker, openExpert, openAdmin } = pages
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  test('Enter, arrows and Escape belong to the input method while it composes', async () => {
    const asker = await openAsker()
    await askOnPage(asker, 'Where is my card?')
    const { page, complaints } = await openExpert(0)
    const input = await openInputMethod(page)
    await page.getByText('Where is my card?').first().click()
    await page.getByRole('button', { name: 'Note' }).waitFor()

    await page.keyboard.press('Control+k')
    const palette = page.getByRole('combobox', { name: 'Page or question' })
    await palette.waitFor()
    await input.compose('answ')
    const chosen = await palette.getAttribute('aria-activedescendant')
    await input.press('ArrowDown', 'ArrowDown')
    await input.press('Enter', 'Enter')
    await input.press('Escape', 'Escape')
    expect(new URL(page.url()).pathname).toMatch(/^\/desk\/offers/)
    expect(await palette.getAttribute('aria-activedescendant')).toBe(chosen)
    await input.commit('answ')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/desk\/answered/)

    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.fill('card ')
    await input.compose('wh')
    await input.press('Escape', 'Escape')
    expect(await search.inputValue()).toContain('card ')
    await input.commit('')
    await page.keyboard.press('Escape')
    expect(await search.inputValue()).toBe('')

    await page.goBack()
    await page.getByRole('button', { name: 'Note' }).waitFor()
    const fields = [
      { opener: 'n', field: page.getByRole('textbox', { name: 'Internal note' }) },
      { opener: 'd', field: page.getByRole('textbox', { name: /Why/ }) },
    ]
    for (const { opener, field } of fields) {
      await page.keyboard.press(opener)
      await field.waitFor()
      await input.compose('zh')
      await input.press('Escape', 'Escape')
      await input.press('Enter', 'Enter', 2)
      expect(await field.inputValue()).toBe('zh')
      await input.commit('')
      await page.keyboard.press('Escape')
      await field.waitFor({ state: 'detached' })
    }
    const answer = page.getByRole('textbox', { name: 'Write an answer' })
    await answer.focus()
    await input.compose('hao')
    await input.press('Enter', 'Enter', 2)
    await input.press('Escape', 'Escape')
    expect(await answer.inputValue()).toBe('hao')
    expect(await answer.evaluate(hasFocus)).toBe(true)
    expect(complaints).toEqual([])
  })

  test.each([false, true])(
    'a page that the browser translates shows every change, and nothing that is over (%s)',
    async (isMoved) => {
      const company = await pages.stage.found({ experts: 1 })
      const asker = await openAsker('/ask', company)
      const expert = await openExpert(0, '/desk/offers', company)
      await translatePage(expert.page, { isMoved })
      await askOnPage(asker, 'Where is my card?')
      await asker.page.getByText('Waiting for an expert').first().waitFor()
      await translatePage(asker.page, { isMoved })

      await expert.page.getByText('Where is my card?').first().click()
      await expert.page.getByRole('textbox', { name: 'Write an answer' }).fill('In your letter box.')
      await expert.page.keyboard.press('Control+Enter')
      await seeText(asker.page, 'In your letter box.')
      await asker.page.getByRole('textbox', { name: 'Write a message' }).fill('Which one?')
      await asker.page.keyboard.press('Control+Enter')
      await seeText(expert.page, 'Which one?')
      await expert.page.getByRole('link', { name: /Claimed/ }).click()
      await expert.page.getByRole('link', { name: /Where is my card/ }).click()
      await expert.page.getByRole('textbox', { name: 'Write a message' }).fill('The blue one.')
      await expert.page.keyboard.press('Control+Enter')
      await seeText(asker.page, 'The blue one.')
      await asker.page
        .getByRole('button', { name: /answers my question/ })
        .first()
        .click()

      for (const { page } of [asker, expert]) await seeText(page, 'Resolved')
      await vi.waitFor(async () => {
        const text = await asker.page.evaluate('document.body.innerText')
        expect(text).not.toMatch(/Waiting|An expert is/)
        expect(text).not.toMatch(/Sending|Sent in/)
      }, patient)
      expect([...asker.complaints, ...expert.complaints]).toEqual([])
    },
    30_000,
  )

  async function openMarkdownCompany() {
    const company = await pages.stage.found({ experts: 1 })
    await pages.stage.sql(`update companies set settings = settings || '{"markdown": true}' where id = $1`, [
      company.companyId,
    ])
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, '\n    first()\n    second()\n\n')
    const expert = await openExpert(0, '/desk/offers', company)
    await expert.page.getByText('first()').first().click()
    return { asker, expert, answer: expert.page.getByRole('textbox', { name: 'Write an answer' }) }
  }

  test('a message, a question and a note are what their preview shows: only empty lines are cut', async () => {
    const { asker, expert, answer } = await openMarkdownCompany()
    const { page } = expert
    const code = '    if (a) {\n        b()\n    }'
    await answer.fill(`\n${code}\n \n`)
    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('region', { name: 'Preview' }).locator('pre')
    expect(await preview.textContent()).toBe('if (a) {\n    b()\n}\n')
    await answer.press('Control+Enter')

    for (const side of [asker, expert])
      expect(await side.page.getByRole('log').locator('pre', { hasText: 'if (a)' }).textContent()).toBe(
        'if (a) {\n    b()\n}\n',
      )
    expect(await asker.page.getByRole('log').locator('pre').first().textContent()).toBe('first()\nsecond()\n')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Internal note' }).fill(`\n${code}\n`)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('article', { name: 'Internal note' }).locator('pre').waitFor()
    const stored = await pages.stage.sql(
      `select body as text from messages where body like '%if (a)%'
       union all select body from notes where body like '%if (a)%'`,
    )
    expect(stored).toEqual([{ text: code }, { text: code }])
  })

  test('long numbers of a list stay in the message, and a table scrolls in it with its words whole', async () => {
    const { asker, expert, answer } = await openMarkdownCompany()
    const heads = ['Account', 'Unlimited', 'Switzerland', 'Transactions', 'discounted', 'Availability']
    const row = (cells: string[]) => `| ${cells.join(' | ')} |`
    const table = [row(heads), row(heads.map(() => '---')), row(heads.map((head) => `${head} ${head}`))].join('\n')
    await answer.fill(`999999999. done\n1. again\n\n${table}\n\n88734. done`)
    await answer.press('Control+Enter')
    for (const width of [320, 390, 1280]) {
      for (const { page } of [asker, expert]) {
        await page.setViewportSize({ width, height: 800 })
        const places = await page.getByRole('log').locator('article', { hasText: 'Switzerland' }).evaluate(measure)
        expect(places, `${width}`).toEqual({
          markersOutside: [],
          brokenWords: [],
          tableIsWider: false,
          pageIsWider: false,
        })
      }
    }
    await asker.page.setViewportSize({ width: 390, height: 800 })
    expect(await findAccessibilityFaults(asker.page)).toEqual([])
    expect(asker.complaints).toEqual([])
  })

  test('an answer is sent after the time to undo, also if the clock is set back meanwhile', async () => {
    const asker = await openAsker()
    await askOnPage(asker, 'When do you close?')
    const { page } = await openExpert(0, '/desk', undefined, { hasUndo: true })
    await page.getByText('When do you close?').first().click()
    await page.getByRole('textbox', { name: 'Write an answer' }).fill('At six.')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/Sent in [1-5] second/).waitFor()
    await page.evaluate('{ const { now } = Date; Date.now = () => now() - 3_600_000 }')

    await asker.page.getByText('At six.').waitFor({ timeout: 12_000 })
    expect(await page.getByText(/Sent in \d{2,}/).count()).toBe(0)
  })

  test('Escape in a composition closes no dialog and empties no filter of the administration', async () => {
    const { page } = await openAdmin('/desk/admin/questions')
    const input = await openInputMethod(page)
    const search = page.getByRole('searchbox').first()
    await search.fill('card ')
    await input.compose('wh')
    await input.press('Escape', 'Escape')
    expect(await search.inputValue()).toContain('card ')

    await page.goto('/desk/replies')
    await page.getByRole('button', { name: 'New reply' }).first().click()
    await page.getByRole('dialog').getByRole('textbox').first().focus()
    await input.compose('zh')
    await input.press('Escape', 'Escape')
    expect(await page.getByRole('dialog').count()).toBe(1)
  })

  test('single keys work on German and Russian keyboards', async () => {
    const asker = await openAsker()
    await askOnPage(asker, 'How do I change my limit?')
    const { page } = await openExpert(0, '/desk/answered')
    const keyboard = await openInputMethod(page)
    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.waitFor()
    await keyboard.press('/', 'Digit7', 8)
    expect(await search.evaluate(hasFocus)).toBe(true)
    await search.blur()

    await keyboard.press('?', 'Minus', 8)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await keyboard.press('л', 'KeyK', 2)
    await page.getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')

    await page.goto('/desk/offers')
    await page.getByText('How do I change my limit?').first().waitFor()
    await keyboard.press('о', 'KeyJ')
    await page.waitForURL(/\/desk\/offers\/./)
    await page.getByRole('button', { name: 'Note' }).waitFor()
    await keyboard.press('т', 'KeyN')
    await page.getByRole('textbox', { name: 'Internal note' }).waitFor()
  })
})
