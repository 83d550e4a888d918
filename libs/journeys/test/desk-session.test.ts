import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { browserPath, raisePages } from '../src/index.ts'

describe.skipIf(browserPath === undefined)('the person who is signed in', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages({ experts: 1 })
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  test('is named on the page of an asker, who signs out there', async () => {
    const { page } = await pages.openAsker()
    await page.getByRole('banner').getByText('Ada', { exact: true }).waitFor()

    await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are not signed in.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/ask')
    await page.reload()
    await page.getByText('You are not signed in.').waitFor()
  })

  test.each(['/desk', '/desk/me', '/desk/admin'])('is led from %s to /ask as an asker', async (path) => {
    const { page } = await pages.openAsker(path)
    await page.getByRole('heading', { name: 'How can we help?' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/ask')
  })

  test('is told on /ask where to work as an expert', async () => {
    const { page } = await pages.openExpert(0, '/ask')
    await page.getByRole('heading', { name: /^You are signed in as .*, who answers questions\.$/ }).waitFor()

    await page.getByRole('link', { name: 'Go to the desk' }).click()
    await page.waitForURL(/\/desk\/offers$/)
  })

  test.each([
    ['expert', 'en-US'],
    ['expert', 'de-DE'],
    ['admin', 'en-US'],
    ['admin', 'de-DE'],
  ] as const)('reads whole words in the navigation of a phone: %s, %s', async (role, locale) => {
    const options = { locale, viewport: { width: 360, height: 740 } }
    const { page } = await (role === 'expert'
      ? pages.openExpert(0, '/desk/me', pages.house, options)
      : pages.openAdmin('/desk/me', pages.house, options))
    await page.getByRole('navigation').getByRole('listitem').first().waitFor()
    const broken = await page.evaluate<string[]>(`{
      const broken = []
      for (const label of document.querySelectorAll('nav li a > span')) {
        const text = label.firstChild
        for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const { left, right } = range.getBoundingClientRect()
          const place = label.closest('li').getBoundingClientRect()
          if (range.getClientRects().length > 1 || left < place.left || right > place.right) broken.push(word)
        }
      }
      broken
    }`)
    expect(broken).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  })
})
