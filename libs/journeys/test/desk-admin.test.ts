import { openClient } from '@askline/client'
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { browserPath, findAccessibilityFaults, raisePages } from '../src/index.ts'

describe.skipIf(browserPath === undefined)('the pages of the administration', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages()
  const { stage, company, openAdmin } = pages
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  test('an admin finds a question by its words and reads why it went to its experts', async () => {
    const credentials = { ...company.integration, userEmail: 'ben@example.com' }
    const shop = openClient({ url: stage.apiUrls[0] ?? '', credentials })
    onTestFinished(() => shop.close())
    await shop.questions.ask({ text: 'Which card works in Greenland?' })
    const { page, complaints } = await openAdmin('/desk/admin/questions')
    await page.getByRole('searchbox', { name: 'Search' }).fill('greenland CARD')
    await page.getByRole('link', { name: 'Which card works in Greenland?' }).click()

    await page.getByRole('heading', { level: 1, name: 'Which card works in Greenland?' }).waitFor()
    const timeline = page.getByRole('region', { name: 'What happened' })
    await timeline.getByText('Wave 1', { exact: true }).waitFor()
    await timeline.getByText('Bruno').first().waitFor()
    await timeline.getByText('Expires').waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('a page whose script cannot be loaded says so, and the other places can still be opened', async () => {
    const { page } = await openAdmin('/desk/admin')
    await page.getByRole('heading', { name: 'Open questions' }).waitFor()
    await page.route('**/assets/**', (route) => route.abort())

    await page.getByRole('link', { name: 'Privacy requests' }).click()
    await page.getByRole('heading', { level: 1, name: 'This page could not be shown.' }).waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Live' }).click()
    await page.getByRole('heading', { level: 1, name: 'Live' }).waitFor()

    await page.getByRole('link', { name: 'Privacy requests' }).click()
    await page.unroute('**/assets/**')
    await page.getByRole('button', { name: 'Load the page again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Privacy requests' }).waitFor()
  })
})
