import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { askOnPage, browserPath, findEnglish, raisePages } from '../src/index.ts'

const german = { locale: 'de-DE' }

describe.skipIf(browserPath === undefined)('on pages in German', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages()
  const { stage, house, openAsker, openExpert } = pages
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  async function loaded(page: Page, path: string): Promise<Page> {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page
      .getByRole('status', { name: /Wird geladen|Loading/ })
      .first()
      .waitFor({ state: 'detached' })
    return page
  }
  async function findEnglishOf(page: Page, paths: string[]): Promise<string[]> {
    const found: string[] = []
    for (const path of paths) {
      const sentences = await findEnglish(await loaded(page, path))
      found.push(...sentences.map((sentence) => `${path}: ${sentence}`))
    }
    return found
  }

  async function offered(text: string): Promise<string> {
    const asker = await openAsker()
    await askOnPage(asker, text)
    const uuid = new URL(asker.page.url()).pathname.split('/').at(-1) ?? ''
    const offers = () => stage.sql('select 1 from offers where question_id = $1', [uuid])
    await expect.poll(async () => (await offers()).length, { timeout: 20_000 }).toBeGreaterThan(0)
    return uuid
  }

  test('an expert reads no English sentence but those that people wrote', async () => {
    const uuid = await offered('Where is my card?')
    const { page, complaints } = await openExpert(0, '/desk', house, german)
    const lists = ['/desk/offers', '/desk/claimed', '/desk/answered', '/desk/replies', '/desk/me']
    const paths = [...lists, `/desk/offers/${uuid}`]
    expect(await findEnglishOf(page, paths)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('the check finds English where the browser wishes it', async () => {
    const { page } = await openExpert(0, '/desk/me')
    expect(await findEnglish(await loaded(page, '/desk/me'))).not.toEqual([])
  })
})
