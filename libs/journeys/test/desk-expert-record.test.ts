import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { askOnPage, browserPath, findFaultsOfLooks, raisePages } from '../src/index.ts'

describe.skipIf(browserPath === undefined)('the record of an expert', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages()
  const { stage, openAsker, openExpert, openAdmin } = pages
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  /** The row of a table of the record, with its figures of 30 and 90 days. */
  const row = (page: Page, table: string, name: string) =>
    page.getByRole('table', { name: table }).getByRole('row', { name })

  test('says what will stand there, and shows a question that was claimed, answered and resolved', async () => {
    const company = await stage.found({ experts: 1 })
    const expert = await openExpert(0, '/desk/me', company)
    const { page } = expert
    const record = page.getByRole('region', { name: 'Record', exact: true })
    await record.getByText('Nothing yet').waitFor()
    expect(await findFaultsOfLooks(expert)).toEqual([])

    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'May I lend my card to a friend?')
    await page.goto('/desk/offers')
    await page.getByText('May I lend my card').first().click()
    await page.getByRole('button', { name: 'Claim' }).click()
    await page.getByRole('textbox', { name: 'Write an answer' }).fill('No, it is yours alone.')
    await page.keyboard.press('Control+Enter')
    await asker.page.getByRole('button', { name: 'This answers my question' }).click()
    await asker.page.getByText('The answer was accepted.').waitFor()

    await page.goto('/desk/me')
    await row(page, 'Offers and claims', 'Received 1 1').waitFor()
    await row(page, 'Offers and claims', 'Claimed 1 1').waitFor()
    await row(page, 'Answers', 'Answers given 1 1').waitFor()
    await row(page, 'Answers', 'Resolved 1 1').waitFor()
    expect(await findFaultsOfLooks(expert)).toEqual([])

    const admin = await openAdmin(`/desk/admin/experts/${company.experts[0]?.userId}`, company)
    await row(admin.page, 'Answers', 'Resolved 1 1').waitFor()
    expect(admin.complaints).toEqual([])
  })
})
