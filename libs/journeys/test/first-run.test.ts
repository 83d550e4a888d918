import { inSystem, openDatabase } from '@askline/db'
import { makeSetupLink } from '@askline/domain/companies/set-up'
import { findEnglish } from '@askline/testing/find-english'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import {
  browserPath,
  type Caller,
  type Company,
  fetchToken,
  findAccessibilityFaults,
  findFaultsOfLooks,
  openBrowser,
  openCaller,
  pagesDir,
  raiseStage,
  recordComplaints,
  type Visitor,
} from '../src/index.ts'

describe.skipIf(browserPath === undefined)('the first run', async () => {
  if (browserPath === undefined) return
  const stage = await raiseStage({ env: { CORS_ORIGINS: '*', PAGES_DIR: pagesDir } })
  const browser = await openBrowser()
  afterAll(async () => {
    await browser.close()
    await stage.stop()
  })
  const visitors: Visitor[] = []
  afterEach(() => Promise.all(visitors.splice(0).map(({ close }) => close())))

  /** Opens an address in a browser without a session. */
  async function open(address: string, options: BrowserContextOptions = {}): Promise<Visitor> {
    const baseURL = stage.apiUrls[0] ?? ''
    const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 }, ...options })
    const page = await context.newPage()
    const visitor = { page, complaints: recordComplaints(page), close: () => context.close() }
    visitors.push(visitor)
    await page.goto(address)
    return visitor
  }
  const isLeft = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)
  /** Complaints other than that the service refused what the test sent. */
  const unexpected = ({ complaints }: Visitor) => complaints.filter((text) => !/status of 40[04]/.test(text))
  const focused = (page: Page) =>
    page.evaluate<{ name: string; described: string }>(`{
      const { name, attributes } = document.activeElement
      const ids = attributes['aria-describedby']?.value.split(' ') ?? []
      ;({ name, described: ids.map((id) => document.getElementById(id).textContent).join(' ') })
    }`)
  const weak = 'edda lindqvist at home'
  const strong = 'rain on the tin roof tonight'

  let companies = 0
  /** Founds a company, and calls the API as its admin. */
  async function foundWithAdmin(): Promise<{ company: Company; admin: Caller }> {
    const company = await stage.found({ experts: 1 })
    return { company, admin: openCaller(stage.apiUrls, await fetchToken(stage.apiUrls[0] ?? '', company.edda)) }
  }
  async function inviteExpert(
    admin: Caller,
    name = 'Bruno Kessler',
  ): Promise<{ email: string; url: string; uuid: string }> {
    const email = `invited-${++companies}@example.com`
    const { data } = await admin.post<{ uuid: string; invitation: { url: string } }>('/admin/experts', { email, name })
    return { email, url: data.invitation.url, uuid: data.uuid }
  }

  test('begins with a link: without one, the page says how to get it', async () => {
    const { page } = await open('/setup')

    await page.getByText('Open the link that the installation printed').waitFor()
    await page.getByText('setup link').waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
  })

  test('creates the company and signs its admin in, with the keyboard alone; a second form then finds it set up', async () => {
    const db = openDatabase(stage.databaseUrl, { maxConnections: 1 })
    const token = await inSystem(db, makeSetupLink).finally(() => db.close())
    const options = { timezoneId: 'Europe/Berlin', locale: 'de-DE' }
    const late = await open(`/setup#${token}`, { locale: 'en-US' })
    const visitor = await open(`/setup#${'x'.repeat(43)}`, options)
    const { page } = visitor
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    expect(await findFaultsOfLooks(late)).toEqual([])

    const { keyboard } = page
    const type = async (...texts: string[]) => {
      for (const text of texts) {
        await keyboard.type(text)
        await keyboard.press('Tab')
      }
    }
    await keyboard.press('Enter')
    await page.getByText('Bitte füllen Sie dieses Feld aus.').first().waitFor()
    expect(await focused(page)).toEqual({ name: 'organization', described: 'Bitte füllen Sie dieses Feld aus.' })
    expect(await findEnglish(page)).toEqual([])

    await type('Müllers Bank')
    expect(await page.getByRole('textbox', { name: 'Kurzname' }).inputValue()).toBe('muellers-bank')
    // Past the tag, the time zone and the language.
    await type('', '', '', 'Edda Lindqvist', 'edda@example.com')
    await keyboard.type(weak)
    await keyboard.press('Enter')
    await page.getByText('Es enthält Ihren Namen.').waitFor()
    expect((await focused(page)).described).toContain('Es enthält Ihren Namen.')
    expect(await findAccessibilityFaults(page)).toEqual([])

    await keyboard.press('Control+A')
    await keyboard.type(strong)
    await keyboard.press('Enter')
    await page.getByText('Dieser Link funktioniert nicht').waitFor()
    // The new link is opened in the same tab, where what was typed still is.
    await page.evaluate(`location.hash = '${token}'`)
    await page.waitForFunction('location.hash === ""')
    await page.getByLabel('Passwort', { exact: true }).press('Enter')
    await isLeft(page, '/desk/admin/start')
    await page.getByRole('navigation').first().waitFor()

    const rows = await stage.sql('select tag, name, settings from companies')
    expect(rows).toEqual([
      { tag: 'muellers-bank', name: 'Müllers Bank', settings: { timeZone: 'Europe/Berlin', language: 'de' } },
    ])
    expect(unexpected(visitor)).toEqual([])

    const fill = {
      'Name of the company': 'Other',
      'Your name': 'Mallory',
      'E-mail address': 'm@example.com',
      Password: strong,
    }
    for (const [label, text] of Object.entries(fill)) await late.page.getByLabel(label, { exact: true }).fill(text)
    await late.page.getByRole('button', { name: 'Create the company' }).dblclick()
    await late.page.getByRole('heading', { name: 'This installation is set up already' }).waitFor()
    expect(await late.page.getByRole('link', { name: 'Go to the sign-in page' }).getAttribute('href')).toBe('/desk')
    expect(unexpected(late)).toEqual([])
  })

  test('leads from the setup to the desk once there is a company', async () => {
    await foundWithAdmin()
    const { page } = await open('/setup')

    await page.getByRole('textbox', { name: 'E-mail' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/v1/oauth/auth')
  })

  test('an invited expert sees for what, chooses name and password, and is signed in; then the invitation is over', async () => {
    const { company, admin } = await foundWithAdmin()
    const { email, url, uuid } = await inviteExpert(admin)
    const visitor = await open(url)
    const { page } = visitor
    for (const text of ['A Company', 'Expert', email]) await page.getByText(text, { exact: true }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    expect((await focused(page)).name).toBe('name')
    expect(await findFaultsOfLooks(visitor)).toEqual([])

    const name = page.getByRole('textbox', { name: 'Your name' })
    expect(await name.inputValue()).toBe('Bruno Kessler')
    await name.fill('نور الدين')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('too short')
    await password.press('Enter')
    await page.getByText('A password has at least 15 characters.').waitFor()
    await password.fill(strong)
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    // Twice before the page can show that it is busy.
    await page.evaluate(`{ const send = document.querySelector('[type=submit]'); send.click(); send.click() }`)
    await isLeft(page, '/desk/offers')
    expect(sent.filter((path) => path === '/v1/oauth/invitations/accept')).toHaveLength(1)
    await page.getByRole('heading').first().waitFor()
    expect(await stage.sql('select name from users where id = $1', [uuid])).toEqual([{ name: 'نور الدين' }])
    expect(unexpected(visitor)).toEqual([])

    const again = await open(url)
    await again.page.getByRole('heading', { name: 'This invitation is over' }).waitFor()
    await again.page.getByText(`ask ${company.edda.name} for a new one`).waitFor()
    await again.page.getByRole('link', { name: 'Go to the sign-in page' }).waitFor()
    expect(await findAccessibilityFaults(again.page)).toEqual([])
  })

  test('an invitation tells a person who is signed in that they are signed out, and other tabs notice', async () => {
    const { admin } = await foundWithAdmin()
    const { url } = await inviteExpert(admin, 'Ada')
    const visitor = await open(url)
    await visitor.page.getByLabel('Password', { exact: true }).fill(strong)
    await visitor.page.getByRole('button', { name: 'Accept and sign in' }).click()
    await isLeft(visitor.page, '/desk/offers')
    await visitor.page.getByRole('heading').first().waitFor()

    const next = await visitor.page.context().newPage()
    await next.goto((await inviteExpert(admin, 'Berta')).url)
    await next.getByText('You are signed in here as Ada. If you continue, Ada is signed out in this browser.').waitFor()
    await next.getByLabel('Password', { exact: true }).fill(strong)
    await next.getByRole('button', { name: 'Accept and sign in' }).click()
    await isLeft(next, '/desk/offers')
    await visitor.page.getByText('You are not signed in.').waitFor()
  })

  test('a person who forgot the password asks on the sign-in page’s link, and sets a new one with the link of an admin', async () => {
    const { company, admin } = await foundWithAdmin()
    const [expert] = company.experts
    const visitor = await open('/desk')
    const { page } = visitor
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await isLeft(page, '/password')
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    expect(await findFaultsOfLooks(visitor)).toEqual([])
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(expert?.email ?? '')
    await page.getByText('My address belongs to several companies').click()
    await page.getByRole('textbox', { name: 'Company' }).fill(company.tag)
    await page.getByRole('button', { name: 'Ask for a new password' }).click()
    await page.getByRole('heading', { name: 'Your request was received' }).waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    const requested = 'select id from users where company_id = $1 and password_requested_at is not null'
    expect(await stage.sql(requested, [company.companyId])).toEqual([{ id: expert?.userId }])

    const { data } = await admin.post<{ reset: { url: string } }>(`/admin/experts/${expert?.userId}/resetPassword`)
    // Only the fragment differs, so the page stays.
    await page.goto(data.reset.url)
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
    await page.getByText(expert?.email ?? '', { exact: true }).waitFor()
    await page.getByRole('switch', { name: 'Show the password' }).check()
    await page.getByRole('textbox', { name: 'New password' }).fill(strong)
    await page.keyboard.press('Enter')
    await isLeft(page, '/desk/offers')

    const again = await open(data.reset.url)
    await again.page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    await again.page.getByRole('link', { name: 'Ask for a new password' }).click()
    await again.page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  })

  test('without a connection nothing is lost: the form says so, and is sent again', async () => {
    const { admin } = await foundWithAdmin()
    const { url } = await inviteExpert(admin)
    const { page } = await open(url)
    await page.getByLabel('Password', { exact: true }).fill(strong)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Accept and sign in' }).click()
    await page.getByText('The service cannot be reached.').waitFor()

    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Accept and sign in' }).click()
    await isLeft(page, '/desk/offers')
  })
})
