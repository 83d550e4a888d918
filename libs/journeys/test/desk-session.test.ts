import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { browserPath, fetchToken, openCaller, raisePages, recordComplaints, setPasswordBy } from '../src/index.ts'

type Reset = { reset: { url: string } }

describe.skipIf(browserPath === undefined)('the person who is signed in', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages({ experts: 1 })
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  test.each(['/desk/answered?from=mail', '/ask'])(
    'sees the form at once on the first visit of %s, without an error in the console, and then the page that was wanted',
    async (path) => {
      const { stage, company } = pages
      const edda = openCaller(stage.apiUrls, await fetchToken(stage.apiUrls[0] ?? '', company.edda))
      const expert = company.experts[0]
      const { data } = await edda.post<Reset>(`/admin/experts/${expert?.userId}/resetPassword`, {})
      const password = await setPasswordBy(stage.apiUrls[0] ?? '', data.reset.url)
      const browser = (await pages.openAsker()).page.context().browser()
      const context = await browser?.newContext({ baseURL: stage.apiUrls[0] ?? '' })
      const page = await context?.newPage()
      if (!context || !page) throw new Error('The browser has ended')
      onTestFinished(() => context.close())
      const complaints = recordComplaints(page, ['error', 'warning'])
      await page.goto(path)

      await page.getByLabel('Password').waitFor()
      expect(complaints).toEqual([])
      await page.fill('input[name=email]', expert?.email ?? '')
      await page.fill('input[name=password]', password)
      await page.click('button[type=submit]')

      await page.waitForURL((url) => url.pathname + url.search === path)
      await page.getByRole('heading').first().waitFor()
      expect(complaints).toEqual([])
    },
  )

  test('is led from the desk to /ask as an asker, is named there, and signs out', async () => {
    const { page } = await pages.openAsker('/desk/admin')
    await page.getByRole('heading', { name: 'How can we help?' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/ask')
    await page.getByRole('banner').getByText('Ada', { exact: true }).waitFor()

    await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(/\/v1\/oauth\/auth/)
    await page.goto('/ask')
    await page.waitForURL(/\/v1\/oauth\/auth/)
  })

  /** A link with which the server of the company signs an asker in. */
  async function linkFor(userName: string): Promise<string> {
    const [apiUrl = ''] = pages.stage.apiUrls
    const token = await fetchToken(apiUrl, pages.company.integration)
    const answer = await fetch(`${apiUrl}/v1/users/signIn`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ userEmail: `linked@example.com`, userName }),
    })
    return ((await answer.json()) as { data: { url: string } }).data.url
  }

  test('is replaced by the person of a link only on request, and the other tabs notice', async () => {
    const { page } = await pages.openAsker()
    await page.getByRole('heading', { name: 'How can we help?' }).waitFor()
    const other = await page.context().newPage()

    await other.goto(await linkFor('Berta'))
    await other.getByRole('button', { name: 'Continue as Berta' }).click()

    await other.getByRole('banner').getByText('Berta', { exact: true }).waitFor()
    await page.getByText('You are not signed in.').waitFor()
  })
})
