import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { browserPath, findAccessibilityFaults, findFaultsOfLooks, raisePages, type Visitor } from '../src/index.ts'

describe.skipIf(browserPath === undefined)('the settings of a company', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages()
  const { stage, company, openAdmin, showAdmin } = pages
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  /** Adds a category and opens its settings. */
  async function openNewCategory(name: string): Promise<Visitor> {
    const visitor = await openAdmin('/desk/admin/categories')
    const { page } = visitor
    await page.getByRole('button', { name: 'Add a category' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a category' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('button', { name: 'Add a category' }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    return visitor
  }

  const settingsOf = async (name: string) => {
    const [row] = await stage.sql<{ settings: object }>(
      'select settings from categories where company_id = $1 and name = $2',
      [company.companyId, name],
    )
    return row?.settings
  }

  test('an admin adds a category, changes settings of each kind, and returns one to its default', async () => {
    const { page, complaints } = await openNewCategory('Mortgages')
    await page.getByRole('spinbutton', { name: 'Time for an offer' }).fill('2')
    await page.getByRole('combobox', { name: 'Unit of Time for an offer' }).selectOption('minutes')
    await page.getByRole('textbox', { name: 'Experts per wave' }).fill('2, 4')
    await page.getByRole('spinbutton', { name: 'Required precision' }).fill('95.5')
    await page.getByRole('spinbutton', { name: 'Units of a claim' }).fill('3')
    await page.getByRole('spinbutton', { name: 'Time of day' }).fill('0.5')
    await page.getByRole('button', { name: 'Add a step' }).click()
    const step = page.getByRole('group', { name: 'Step 1' })
    await step.getByRole('textbox', { name: 'Topics' }).fill('house loans 3, cards 2')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The changes were saved.').waitFor()
    const saved = {
      offerMs: 120_000,
      waveSizes: [2, 4],
      precision: 0.955,
      weight: 3,
      weights: { hour: 0.5 },
      requirements: [{ certified: true, topicLevel: { 'house loans': 3, cards: 2 } }],
    }
    expect(await settingsOf('Mortgages')).toEqual(saved)

    await page.reload()
    await page.getByRole('spinbutton', { name: 'Units of a claim' }).fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The changes were saved.').waitFor()

    const { weight: _weight, ...others } = saved
    expect(await settingsOf('Mortgages')).toEqual(others)
    expect(complaints).toEqual([])
  })

  test('the page asks before a link or the way back leaves unsaved changes, and before the tab is closed', async () => {
    const { page, complaints } = await openNewCategory('Loans')
    const path = new URL(page.url()).pathname
    const field = page.getByRole('spinbutton', { name: 'Priority' })
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    const pressBack = () => page.evaluate('history.back()')
    await field.fill('4')

    await page.getByRole('link', { name: 'Audit log' }).click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'detached' })
    await pressBack()
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await field.inputValue()).toBe('4')

    const closing = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const browserQuestion = await closing
    expect(browserQuestion.type()).toBe('beforeunload')
    await browserQuestion.dismiss()

    await pressBack()
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { level: 1, name: 'Categories' }).waitFor()
    await page.getByRole('link', { name: 'Loans' }).click()
    expect(await field.inputValue()).toBe('')

    await field.fill('6')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The changes were saved.').waitFor()
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('the page asks before a sign-out loses unsaved changes, and the session ends only after that', async () => {
    const { page, complaints } = await openNewCategory('Deposits')
    const field = page.getByRole('spinbutton', { name: 'Priority' })
    const question = page.getByRole('dialog', { name: 'Sign out' })
    const browserQuestions: string[] = []
    page.on('dialog', (dialog) => {
      browserQuestions.push(dialog.type())
      void dialog.accept()
    })
    const signOut = page.getByRole('button', { name: 'Sign out' })
    await field.fill('4')

    await signOut.click()
    await question.getByText('The changes in the form are not saved').waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    await question.getByRole('button', { name: 'Go back' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The changes were saved.').waitFor()
    expect(await settingsOf('Deposits')).toEqual({ priority: 4 })

    await field.fill('5')
    await signOut.click()
    await question.getByRole('button', { name: 'Sign out without saving' }).click()
    await page.waitForURL(/\/v1\/oauth\/auth/)
    expect(await settingsOf('Deposits')).toEqual({ priority: 4 })
    expect(browserQuestions).toEqual([])
    expect(complaints).toEqual([])
  })

  test('a value out of bounds is not sent, and the field says so', async () => {
    const { page } = await openNewCategory('Pensions')
    const field = page.getByRole('spinbutton', { name: 'Required precision' })
    await field.fill('20')
    await page.getByRole('button', { name: 'Save' }).click()

    expect(await field.evaluate((input: { validationMessage: string }) => input.validationMessage)).toContain('50')
    expect(await settingsOf('Pensions')).toEqual({})
  })

  test('the bounds of a duration are named in fitting units, also after another unit was chosen', async () => {
    const { page } = await openNewCategory('Leases')
    const field = page.getByRole('spinbutton', { name: 'Time for an offer' })
    await page.getByRole('combobox', { name: 'Unit of Time for an offer' }).selectOption('days')
    await page.getByText('Default: 90 seconds. From 10 seconds to 1 day.').waitFor()
    for (const days of ['0', '366']) {
      await field.fill(days)
      await page.getByRole('button', { name: 'Save' }).click()

      const message = await field.evaluate((input: { validationMessage: string }) => input.validationMessage)
      expect(message).toBe('From 10 seconds to 1 day.')
    }
    expect(await settingsOf('Leases')).toEqual({})
  })

  test('of two admins who change one category, the second reads that it was changed and keeps what was typed', async () => {
    const { page: first } = await openNewCategory('Insurance')
    const { page: second } = await openAdmin(new URL(first.url()).pathname)
    await second.getByRole('spinbutton', { name: 'Priority' }).fill('7')
    await first.getByRole('spinbutton', { name: 'Priority' }).fill('5')
    await first.getByRole('button', { name: 'Save' }).click()
    await first.getByText('The changes were saved.').waitFor()

    await second.getByRole('button', { name: 'Save' }).click()

    await second.getByText('Somebody changed this meanwhile.').waitFor()
    expect(await second.getByRole('spinbutton', { name: 'Priority' }).inputValue()).toBe('7')
    expect(await settingsOf('Insurance')).toEqual({ priority: 5 })
  })

  test('a name that is taken is refused, and the form stays open with it', async () => {
    await openNewCategory('Accounts')
    const { page } = await openAdmin('/desk/admin/categories')
    await page.getByRole('button', { name: 'Add a category' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a category' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Accounts')
    await dialog.getByRole('button', { name: 'Add a category' }).click()

    await dialog.getByText('There is a category named Accounts already').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Accounts')
  })

  test('an admin adds an expert, reads the invitation once, and gives the expert a standing', async () => {
    const { page, complaints } = await openAdmin('/desk/admin/experts')
    await page.getByRole('button', { name: 'Add an expert' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an expert' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Grace')
    await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('grace@example.com')
    await dialog.getByRole('textbox', { name: 'Languages' }).fill('en, de')
    await dialog.getByRole('button', { name: 'Add an expert' }).click()
    const link = page.getByRole('dialog', { name: 'Invitation for Grace' })
    expect(await link.locator('code').textContent()).toContain('/invitation#')
    expect(await findAccessibilityFaults(page)).toEqual([])
    await link.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { level: 1, name: 'Grace' }).waitFor()

    await page.getByRole('spinbutton', { name: 'Capacity' }).fill('5')
    await page.getByRole('textbox', { name: 'Levels of topics' }).fill('loans 3, cards 2')
    await page.getByRole('switch', { name: 'Certified' }).check()
    await page.getByRole('switch', { name: 'General' }).check()
    const form = page.getByRole('form', { name: 'Profile and standing' })
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The changes were saved.').waitFor()

    await page.reload()
    const levels = page.getByRole('textbox', { name: 'Levels of topics' })
    await levels.waitFor()
    expect((await levels.inputValue()).split(', ').sort()).toEqual(['cards 2', 'loans 3'])
    expect(await page.getByRole('spinbutton', { name: 'Capacity' }).inputValue()).toBe('5')
    expect(await page.getByRole('textbox', { name: 'Languages' }).inputValue()).toBe('en, de')
    expect(await page.getByRole('switch', { name: 'Certified' }).isChecked()).toBe(true)
    expect(await page.getByRole('switch', { name: 'General' }).isChecked()).toBe(true)
    expect(complaints).toEqual([])
  })

  test('an expert is deactivated only after the admin confirmed it, and reactivated', async () => {
    const expertId = company.experts[1]?.userId ?? ''
    const { page, complaints } = await openAdmin(`/desk/admin/experts/${expertId}`)
    await page.getByRole('button', { name: 'Deactivate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('deactivated', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Reactivate' }).click()

    await page.getByText('The expert was reactivated.').waitFor()
    await page.getByRole('button', { name: 'Deactivate' }).waitFor()
    expect(complaints).toEqual([])
  })

  type Secret = { clientId: string; clientSecret: string }

  /** Reads a secret from the dialog that shows it once, and closes the dialog. */
  async function readSecret({ page }: Visitor, title: string): Promise<Secret> {
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.waitFor()
    const [clientId = '', clientSecret = ''] = await dialog.locator('code').allTextContents()
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    return { clientId, clientSecret }
  }

  /** Whether the service gives a token for the secret. */
  async function works({ clientId, clientSecret }: Secret): Promise<boolean> {
    const { ok } = await fetch(`${stage.apiUrls[0]}/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    })
    return ok
  }

  async function openNewIntegration(name: string, systemId: string): Promise<Visitor & { first: Secret }> {
    const visitor = await openAdmin('/desk/admin/integrations')
    const { page } = visitor
    await page.getByRole('button', { name: 'Add an integration' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an integration' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('textbox', { name: 'Public id' }).fill(systemId)
    await dialog.getByRole('button', { name: 'Add an integration' }).click()
    const first = await readSecret(visitor, `Secret of ${name}`)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    return { ...visitor, first }
  }

  test('the secret of a new integration works, and after a rotation the earlier one works as long as chosen', async () => {
    const visitor = await openNewIntegration('Intranet', 'intranet')
    const { page, complaints, first } = visitor
    expect(await works(first)).toBe(true)

    await page.getByRole('button', { name: 'Rotate the secret' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rotate the secret' })
    await dialog.getByRole('button', { name: 'Rotate the secret' }).click()
    const second = await readSecret(visitor, 'Secret of Intranet')
    await page.getByText(/^works until/).waitFor()
    expect(await Promise.all([first, second].map(works))).toEqual([true, true])
    expect(await findAccessibilityFaults(page)).toEqual([])

    await page.getByRole('button', { name: 'Rotate the secret' }).click()
    await dialog.getByRole('combobox').selectOption('no longer, because one leaked')
    await dialog.getByRole('button', { name: 'Rotate the secret' }).click()
    const third = await readSecret(visitor, 'Secret of Intranet')

    expect(await Promise.all([first, second, third].map(works))).toEqual([false, false, true])
    expect(complaints).toEqual([])
  })

  test('an integration is removed only after its public id was typed, and its secret ends', async () => {
    const { page, first } = await openNewIntegration('Kiosk', 'kiosk')
    await page.getByRole('textbox', { name: 'Addresses after a sign-in' }).fill('ftp://kiosk.example')
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/A redirect URI must be a whole https address/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove Kiosk?' })
    const confirm = dialog.getByRole('button', { name: 'Remove' })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('kiosk')
    await confirm.click()

    await page.getByText('The integration was removed.').waitFor()
    await page.getByRole('table', { name: 'Integrations' }).waitFor()
    expect(await page.getByRole('link', { name: 'Kiosk' }).count()).toBe(0)
    expect(await works(first)).toBe(false)
  })

  test("an expert's credential for scripts works until an admin revokes it", async () => {
    const { userId = '', name = '' } = company.experts[0] ?? {}
    const visitor = await openAdmin(`/desk/admin/experts/${userId}`)
    const { page, complaints } = visitor
    await page.getByRole('button', { name: 'Create a credential' }).click()
    const made = await readSecret(visitor, `Credential of ${name}`)
    expect(await works(made)).toBe(true)

    const row = page.getByRole('listitem').filter({ hasText: made.clientId })
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await row.getByText(/^revoked on/).waitFor()

    expect(await works(made)).toBe(false)
    expect(complaints).toEqual([])
  })

  test('of an uploaded file the admin reads the refused rows and the figures of the model that learned it', async () => {
    const { page, complaints } = await openAdmin('/desk/admin/training')
    const texts = ['pin', 'card', 'loan'].flatMap((name) =>
      Array.from({ length: 30 }, (_, n) => `Question ${n} about my ${name},${name}`),
    )
    const rows = ['text,class', 'Where is my PIN?,pin', ',pin', ...texts].join('\n')
    const file = { name: 'examples.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
    await page.getByLabel('File', { exact: true }).setInputFiles(file)
    await page.getByText(/^Chosen: examples\.csv/).waitFor()
    await page.getByRole('button', { name: 'Upload' }).click()

    const row = page.getByRole('listitem').filter({ hasText: 'examples.csv' })
    await row.getByText('learned', { exact: true }).waitFor({ timeout: 120_000 })
    await row.getByText('1 row was refused').click()
    await row.getByText('Line 3').waitFor()
    await row.getByText(/`text`/).waitFor()
    await page.getByRole('link', { name: 'Version 1' }).click()

    await page.getByRole('heading', { level: 1, name: 'Version 1' }).waitFor()
    await page.getByRole('rowheader', { name: 'loan' }).first().waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])

    const { page: german } = await openAdmin('/desk/admin/training', company, { locale: 'de-DE' })
    await german.getByRole('listitem').filter({ hasText: 'examples.csv' }).locator('summary').click()
    await german.getByText('„text“ darf nicht leer sein.').waitFor()
    expect(complaints).toEqual([])
  })

  test('a file that is dropped on the form is chosen', async () => {
    const { page } = await openAdmin('/desk/admin/training')
    const dataTransfer = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['text,class'], 'dropped.csv', { type: 'text/csv' }))
      return transfer
    })()`)
    await page.getByRole('form', { name: 'Upload' }).dispatchEvent('drop', { dataTransfer })
    await page.getByText(/^Chosen: dropped\.csv/).waitFor()
  })

  test.each(['/categories', '/integrations', '/experts', `/experts/${company.experts[0]?.userId}`])(
    'nothing is wrong with the looks of /desk/admin%s',
    async (path) => {
      expect(await findFaultsOfLooks(await showAdmin(`/desk/admin${path}`))).toEqual([])
    },
  )

  test('nothing is wrong with the looks of the settings of a category', async () => {
    const [category] = await stage.sql<{ id: string }>('select id from categories where company_id = $1 limit 1', [
      company.companyId,
    ])
    const visitor = await showAdmin(`/desk/admin/categories/${category?.id}`)
    await visitor.page.getByRole('button', { name: 'Add a step' }).click()
    expect(await findFaultsOfLooks(visitor)).toEqual([])
    // Otherwise the page asks before the window shows another one.
    await visitor.page.getByRole('button', { name: 'Discard' }).click()
  })
})
