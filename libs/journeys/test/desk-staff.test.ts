import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import {
  browserPath,
  findAccessibilityFaults,
  findFaultsOfLooks,
  raisePages,
  setPasswordBy,
  type Visitor,
} from '../src/index.ts'

describe.skipIf(browserPath === undefined)('the staff, the company and its widget', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages({ experts: 1 })
  const { stage, company, openAdmin, showAdmin } = pages
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  let people = 0
  /** Adds a person to the staff and opens their account. */
  async function openNewMember(
    role: 'Agent' | 'Admin',
  ): Promise<Visitor & { name: string; email: string; invitation: string }> {
    const visitor = await openAdmin('/desk/admin/staff')
    const { page } = visitor
    const name = `Frida ${++people} ${Date.now()}`
    const email = `frida-${people}-${Date.now()}@example.com`
    await page.getByRole('button', { name: 'Add a person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a person' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('textbox', { name: 'E-mail address' }).fill(email)
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption(role)
    await dialog.getByRole('button', { name: 'Add a person' }).click()
    const link = page.getByRole('dialog', { name: `Invitation for ${name}` })
    const invitation = (await link.locator('code').textContent()) ?? ''
    await link.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    return { ...visitor, name, email, invitation }
  }

  const accept = (invitation: string) => setPasswordBy(stage.apiUrls[0] ?? '', invitation)

  const rowOf = async (email: string) => {
    const [row] = await stage.sql<{ role: string; name: string; is_blocked: boolean }>(
      'select role, name, is_blocked from users where company_id = $1 and email = $2',
      [company.companyId, email],
    )
    return row
  }
  const settingsOf = async () => {
    const [row] = await stage.sql<{ settings: Record<string, unknown> }>(
      'select settings from companies where id = $1',
      [company.companyId],
    )
    return row?.settings
  }

  test('an admin adds an agent, makes the agent an admin, and deactivates and reactivates the person', async () => {
    const { page, email, complaints, invitation } = await openNewMember('Agent')
    await page.getByText(/^Invited until /).waitFor()
    await accept(invitation)
    await page.reload()
    await page.getByText('active', { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Role' }).selectOption('Admin')
    await page.getByRole('textbox', { name: 'Name' }).fill('Frida the admin')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The changes were saved.').waitFor()
    expect(await rowOf(email)).toMatchObject({ role: 'admin', name: 'Frida the admin' })

    await page.getByRole('button', { name: 'Deactivate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('deactivated', { exact: true }).waitFor()
    expect(await rowOf(email)).toMatchObject({ is_blocked: true })
    await page.getByRole('button', { name: 'Reactivate' }).click()
    await page.getByRole('button', { name: 'Deactivate' }).waitFor()

    expect(await rowOf(email)).toMatchObject({ is_blocked: false })
    expect(complaints).toEqual([])
  })

  test('an address that is taken is refused at its field, and what was typed stays', async () => {
    const { page } = await openNewMember('Agent')
    const field = page.getByRole('textbox', { name: 'E-mail address' })
    const [dora] = await stage.sql<{ email: string }>('select email from users where id = $1', [company.dora.userId])
    await field.fill(dora?.email ?? '')
    await page.getByRole('button', { name: 'Save' }).click()

    await page.getByText('The company has a person with this e-mail address already').first().waitFor()
    expect(await field.inputValue()).toBe(dora?.email)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
  })

  test('an admin invites a person again, and makes a link for a person who asked for a new password', async () => {
    const { page, name, email, invitation, complaints } = await openNewMember('Agent')
    await page.getByRole('button', { name: 'Invite again' }).click()
    await page
      .getByRole('dialog', { name: `Invite ${name} again?` })
      .getByRole('button', { name: 'Make a link' })
      .click()
    const link = page.getByRole('dialog', { name: `Invitation for ${name}` })
    const second = (await link.locator('code').textContent()) ?? ''
    expect(second).not.toBe(invitation)
    expect(await findAccessibilityFaults(page)).toEqual([])
    await link.getByRole('button', { name: 'Done' }).click()
    await accept(second)
    await stage.sql('update users set password_requested_at = clock_timestamp() where company_id = $1 and email = $2', [
      company.companyId,
      email,
    ])

    await page.getByRole('link', { name: 'Staff', exact: true }).first().click()
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByText('Asked for a new password').waitFor()
    await row.getByRole('link', { name }).click()
    await page.getByText(`${name} asked for a new password:`).waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Make a link' }).click()

    const reset = page.getByRole('dialog', { name: `Link for a new password of ${name}` })
    expect(await reset.locator('code').textContent()).toContain('/password#')
    await reset.getByRole('button', { name: 'Done' }).click()
    await page.getByText(`${name} asked for a new password:`).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  test('an admin ends all sign-ins of an agent after a question', async () => {
    const agent = await pages.openAgent()
    await agent.page.getByRole('heading').first().waitFor()
    const { page, complaints } = await openAdmin(`/desk/admin/staff/${company.dora.userId}`)
    await page.getByRole('button', { name: 'End all' }).click()
    const dialog = page.getByRole('dialog', { name: 'End all sign-ins of Dora?' })
    await dialog.getByRole('button', { name: 'End all' }).click()

    await page.getByText('This person is not signed in anywhere.').waitFor()
    await agent.page.reload()
    await agent.page.waitForURL(/\/v1\/oauth\/auth/)
    expect(complaints).toEqual([])
  })

  test('on their own account an admin reads what only another admin may do, and cannot do it', async () => {
    const { page, complaints } = await openAdmin(`/desk/admin/staff/${company.edda.userId}`)
    await page.getByText(/^This is your own account\./).waitFor()
    expect(await page.getByRole('combobox', { name: 'Role' }).isDisabled()).toBe(true)
    for (const name of ['Deactivate', 'Reset password'])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('the only admin who can sign in stays an admin, and the page says why', async () => {
    const ids = [company.companyId]
    await stage.sql(`update users set password_hash = null where company_id = $1 and role = 'admin'`, ids)
    await stage.sql('update credentials set revoked_at = clock_timestamp() where company_id = $1', ids)
    const { page, email, invitation } = await openNewMember('Admin')
    await accept(invitation)
    await page.getByRole('combobox', { name: 'Role' }).selectOption('Agent')
    await page.getByRole('button', { name: 'Save' }).click()

    await page.getByText(/This is the only admin of the company who can sign in/).waitFor()
    expect(await rowOf(email)).toMatchObject({ role: 'admin' })
  })

  test('an admin changes scopes and limits of a personal credential', async () => {
    const { page, name, complaints } = await openNewMember('Agent')
    await page.getByRole('button', { name: 'Create a credential' }).click()
    const secret = page.getByRole('dialog', { name: `Credential of ${name}` })
    const clientId = (await secret.locator('code').first().textContent()) ?? ''
    await secret.getByRole('button', { name: 'I have stored it' }).click()
    const row = page.getByRole('listitem').filter({ hasText: clientId })
    await row.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog', { name: `Change ${clientId}` })
    await dialog.getByRole('switch', { name: 'Ask and write' }).uncheck()
    await dialog.getByText('The tokens that it has obtained end').waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    await dialog.getByRole('spinbutton', { name: 'Reads per minute' }).fill('1000001')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/^Must be at most/).waitFor()
    await dialog.getByRole('spinbutton', { name: 'Reads per minute' }).fill('7')
    await dialog.getByRole('button', { name: 'Save' }).click()

    await row.getByText('7 reads and usual writes per minute').waitFor()
    await row.getByText('Scopes: questions:read, agent').waitFor()
    const [stored] = await stage.sql<{ scopes: string[]; reads: number }>(
      'select scopes, reads_per_minute as reads from credentials where client_id = $1',
      [clientId],
    )
    expect(stored).toEqual({ scopes: ['questions:read', 'agent'], reads: 7 })
    // The browser reports the refused request itself.
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
  })

  test('an admin changes settings of the company of each kind, and returns one to its default', async () => {
    const { page, complaints } = await openAdmin('/desk/admin/company')
    await page.getByRole('textbox', { name: 'Refused words' }).fill('lottery\nfree money\n')
    await page.getByRole('textbox', { name: 'Hosts of pictures' }).fill('images.example.com')
    await page.getByRole('switch', { name: 'Markdown' }).check()
    await page.getByRole('spinbutton', { name: 'Messages in a question' }).fill('40')
    await page.getByRole('textbox', { name: 'Name of the scale' }).fill('THUMBS')
    await page.getByRole('textbox', { name: 'Values' }).fill('UP\nDOWN')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The changes were saved.').waitFor()
    const saved = {
      bannedKeywords: ['lottery', 'free money'],
      avatarHosts: ['images.example.com'],
      markdown: true,
      ratingSystem: { name: 'THUMBS', order: 'DESCENDING', values: ['UP', 'DOWN'] },
    }
    expect(await settingsOf()).toMatchObject({ ...saved, maxMessages: 40 })

    await page.reload()
    await page.getByRole('spinbutton', { name: 'Messages in a question' }).fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The changes were saved.').waitFor()

    const settings = await settingsOf()
    expect(settings).toMatchObject(saved)
    expect(settings).not.toHaveProperty('maxMessages')
    expect(complaints).toEqual([])
  })

  test('a line of a list that the service refuses is named at its field', async () => {
    const { page } = await openAdmin('/desk/admin/company')
    const field = page.getByRole('textbox', { name: 'Refused mail domains' })
    await field.fill('spam.example\nnot a domain')
    await page.getByRole('button', { name: 'Save' }).click()

    await page.getByText('Line 2 must be a domain such as spam.example').waitFor()
    await page.getByText('Some values were refused. Their fields say why.').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await settingsOf()).not.toHaveProperty('bannedDomains')
  })

  test('on a German page every refused field says why in German', async () => {
    const { page } = await openAdmin('/desk/admin/company', company, { locale: 'de-DE' })
    await page.getByRole('textbox', { name: 'Abgelehnte E-Mail-Domains' }).fill('spam.example\nkeine Domain')
    await page.getByRole('textbox', { name: 'Werte' }).fill('OK\nnicht gut')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Zeile 2: Das ist keine Domain wie spam.example.').waitFor()
    await page.getByText('Zeile 2: Nur Buchstaben, Ziffern, Bindestriche').waitFor()

    await page.goto(`/desk/admin/staff/${company.dora.userId}`)
    await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('edda@example.com')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Diese E-Mail-Adresse wird schon verwendet.').waitFor()
  })

  test('an admin sets origins and looks of the widget, which the loader then has, and other settings stay', async () => {
    const { page, complaints } = await openAdmin('/desk/admin/widget')
    await page.getByText('No page may show the widget yet.').waitFor()
    await page.getByRole('textbox', { name: 'Pages that may show the widget' }).fill('https://shop.example.com')
    await page.getByRole('textbox', { name: 'Color of the button' }).fill('#13703f')
    await page.getByRole('combobox', { name: 'Side of the button' }).selectOption('left')
    await page.getByRole('textbox', { name: 'Title' }).fill('Ask the shop')
    await page.getByRole('textbox', { name: 'Greeting' }).fill('We answer within an hour.')
    const preview = page.locator('section', { has: page.getByRole('heading', { name: 'Preview' }) })
    await preview.getByText('We answer within an hour.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The changes were saved.').waitFor()

    expect(await settingsOf()).toMatchObject({
      widgetOrigins: ['https://shop.example.com'],
      widgetColor: '#13703f',
      widgetSide: 'START',
      widgetTitle: 'Ask the shop',
      widgetGreeting: 'We answer within an hour.',
    })
    const script = await page.locator('code', { hasText: '<script' }).textContent()
    const address = /src="([^"]+)"/.exec(script ?? '')?.[1] ?? ''
    await vi.waitFor(async () => expect(await (await fetch(address)).text()).toContain('#13703f'))
    expect(complaints).toEqual([])
  })

  test('a color that is hard to see on a white page is allowed, and a sentence says what to do', async () => {
    const { page } = await openAdmin('/desk/admin/widget')
    const color = page.getByRole('textbox', { name: 'Color of the button' })
    await color.fill('#ffe066')
    await page.getByText('This color is hard to see on a white page.').waitFor()
    await color.fill('#101010')
    await page.getByText('This color is hard to see on a black page.').waitFor()
    await color.fill('#1d4ed8')
    await page.getByText(/hard to see/).waitFor({ state: 'detached' })
  })

  test.each(['/staff', `/staff/${company.dora.userId}`, '/company', '/widget'])(
    'nothing is wrong with the looks of /desk/admin%s',
    async (path) => {
      expect(await findFaultsOfLooks(await showAdmin(`/desk/admin${path}`))).toEqual([])
    },
  )
})
