import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { askOnPage, browserPath, raisePages, translatePage } from '../src/index.ts'

const patient = { timeout: 20_000, interval: 50 }

/** Waits until a page shows a text, also in a translation. */
async function seeText(page: Page, text: string | RegExp): Promise<void> {
  await vi.waitFor(async () => expect(await page.evaluate('document.body.innerText')).toMatch(text), patient)
}

describe.skipIf(browserPath === undefined)('the pages in a browser that translates them', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages()
  const { openAsker, openExpert } = pages
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

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
})
