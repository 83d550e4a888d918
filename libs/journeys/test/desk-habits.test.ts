import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { askOnPage, browserPath, openInputMethod, raisePages, translatePage } from '../src/index.ts'

const patient = { timeout: 20_000, interval: 50 }

/** Waits until a page shows a text, also in a translation. */
async function seeText(page: Page, text: string | RegExp): Promise<void> {
  await vi.waitFor(async () => expect(await page.evaluate('document.body.innerText')).toMatch(text), patient)
}

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
