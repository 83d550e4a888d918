import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  browserPath,
  fetchToken,
  findAccessibilityFaults,
  openCaller,
  raisePages,
  recordComplaints,
  setPasswordBy,
} from '../src/index.ts'

type Reset = { reset: { url: string } }

describe.skipIf(browserPath === undefined)('the person who is signed in', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages({ experts: 1 })
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  test.each(['/desk/answered?from=mail', '/desk', '/ask'])(
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

      const wanted = path === '/desk' ? '/desk/offers' : path
      await page.waitForURL((url) => url.pathname + url.search === wanted)
      await page.getByRole('heading').first().waitFor()
      expect(complaints).toEqual([])
    },
  )

  test('is named on the page of an asker, who signs out there', async () => {
    const { page } = await pages.openAsker()
    await page.getByRole('banner').getByText('Ada', { exact: true }).waitFor()

    await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(/\/v1\/oauth\/auth/)
    await page.goto('/ask')
    await page.waitForURL(/\/v1\/oauth\/auth/)
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

  test('sees where they are signed in, ends one sign-in at once, and all others only after a question', async () => {
    const { stage } = pages
    const company = await stage.found({ experts: 1 })
    const others = [await pages.openExpert(0, '/desk', company), await pages.openExpert(0, '/desk', company)]
    for (const { page } of others) await page.getByRole('heading', { name: 'Offers' }).waitFor()
    const { page, complaints } = await pages.openExpert(0, '/desk/me', company)
    const list = page.getByRole('region', { name: 'Where you are signed in' })
    const ends = list.getByRole('button', { name: /^End the sign-in: / })
    await list.getByText('this browser').waitFor()
    expect(await list.getByText(/^Last used: /).count()).toBe(3)
    expect(await ends.count()).toBe(2)
    expect(await findAccessibilityFaults(page)).toEqual([])

    await ends.first().click()
    await page.getByText('The sign-in was ended.').waitFor()
    await vi.waitFor(async () => expect(await ends.count()).toBe(1))
    await list.getByRole('button', { name: 'End all others' }).click()
    await page
      .getByRole('dialog', { name: 'End all other sign-ins?' })
      .getByRole('button', { name: 'End all others' })
      .click()

    await list.getByText('You are not signed in anywhere else.').waitFor()
    await list.getByRole('heading').and(page.locator(':focus')).waitFor()
    for (const other of others) {
      await other.page.reload()
      await other.page.waitForURL(/\/v1\/oauth\/auth/)
    }
    await page.reload()
    await list.getByText('this browser').waitFor()
    expect(complaints).toEqual([])
  })

  let linked = 0
  /** A link with which the server of the company signs an asker in. */
  async function linkFor(userName: string): Promise<string> {
    const [apiUrl = ''] = pages.stage.apiUrls
    const token = await fetchToken(apiUrl, pages.company.integration)
    const answer = await fetch(`${apiUrl}/v1/users/signIn`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ userEmail: `linked-${++linked}@example.com`, userName }),
    })
    return ((await answer.json()) as { data: { url: string } }).data.url
  }

  test('chooses whether to stay when a link signs another asker in: to stay is first, and makes the link useless', async () => {
    const { page } = await pages.openAsker()
    await page.getByRole('heading', { name: 'How can we help?' }).waitFor()
    const link = await linkFor('Berta')

    await page.goto(`about:blank`)
    await page.goto(link)
    await page.getByRole('heading', { name: 'You are signed in as Ada. Continue as Berta?' }).waitFor()
    const [first, second] = await page.getByRole('main').getByRole('button').allInnerTexts()
    expect([first, second]).toEqual(['Stay signed in as Ada', 'Continue as Berta'])
    expect(await page.evaluate('document.activeElement.textContent')).toBe(first)

    await page.keyboard.press('Enter')
    await page.getByRole('banner').getByText('Ada', { exact: true }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('heading', { name: 'How can we help?' }).waitFor()
    await page.getByRole('banner').getByText('Ada', { exact: true }).waitFor()
  })

  test('is replaced by the person of a link only on request, and the other tabs notice', async () => {
    const { page } = await pages.openAsker()
    await page.getByRole('heading', { name: 'How can we help?' }).waitFor()
    const other = await page.context().newPage()

    await other.goto(await linkFor('Berta'))
    await other.getByRole('button', { name: 'Continue as Berta' }).click()

    await other.getByRole('banner').getByText('Berta', { exact: true }).waitFor()
    await page.getByText('You are not signed in.').waitFor()
  })

  test.each(['/desk', '/desk/admin'])('stays the admin on %s and on /ask, whatever link is opened', async (path) => {
    const { page } = await pages.openAdmin(path)
    const { hash } = new URL(await linkFor('Berta'))
    const name = pages.company.edda.name

    await page.goto('about:blank')
    await page.goto(`${pages.stage.apiUrls[0]}${path}${hash}`)
    await page.getByRole('navigation').first().waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await page.goto('about:blank')
    await page.goto(`${pages.stage.apiUrls[0]}/ask${hash}`)

    await page.getByRole('heading', { name: `You are signed in as ${name}, who answers questions.` }).waitFor()
  })

  test('reads the choice in German, and whole on a phone', async () => {
    const options = { locale: 'de-DE', viewport: { width: 360, height: 740 } }
    const { page } = await pages.openExpert(0, '/ask', pages.company, options)
    await page.getByRole('banner').getByRole('button', { name: 'Abmelden' }).click()
    await page.goto('about:blank')
    await page.goto(await linkFor('Ada'))
    await page.getByRole('banner').getByText('Ada', { exact: true }).waitFor()
    const long = 'Bartholomäus-Maximilian Freiherr von Oberwesterfeldhausen-Niederschönbrunn'

    await page.goto('about:blank')
    await page.goto(await linkFor(long))

    await page.getByRole('heading', { name: `Sie sind als Ada angemeldet. Als ${long} weitermachen?` }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  })

  test.each([
    ['expert', 'en-US'],
    ['expert', 'de-DE'],
    ['admin', 'en-US'],
    ['admin', 'de-DE'],
  ] as const)('reads whole words in the navigation of a phone: %s, %s', async (role, locale) => {
    const options = { locale, viewport: { width: 360, height: 740 } }
    const { page } = await (role === 'expert'
      ? pages.openExpert(0, '/desk/me', pages.company, options)
      : pages.openAdmin('/desk/me', pages.company, options))
    await page.getByRole('navigation').getByRole('listitem').first().waitFor()
    const broken = await page.evaluate<string[]>(`{
      const broken = []
      for (const label of document.querySelectorAll('nav li a > span')) {
        const text = label.firstChild
        // Counts beside a label are elements.
        if (!(text instanceof Text)) continue
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
