import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findAccessibilityFaults, findFaultsOfLooks } from './faults.ts'
import { keep } from './kept.ts'
import { openDesk } from './open-desk.tsx'
import { type Answers, exactly, refuse, uuidOf } from './service.ts'

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const save = () => page.getByRole('button', { name: 'Save' })
/** The browser's messages for invalid fields. */
const validityOf = (field: ReturnType<typeof page.getByRole>) => (field.element() as HTMLInputElement).validationMessage

/** Opens the settings of a category without any. */
async function openCategory(more: Answers = {}) {
  const category = keep('/v1/admin/categories/{uuid}', { name: 'Loans', settings: {} })
  const desk = await openDesk(`/desk/admin/categories/${uuidOf(1)}`, { ...category.answers, ...more })
  await expect.element(heading('Loans')).toBeVisible()
  return { ...desk, category }
}

test('an admin adds a category and comes to its settings', async () => {
  const { asked } = await openDesk('/desk/admin/categories', {
    'GET /v1/admin/categories': { categories: [] },
    'POST /v1/admin/categories': { name: 'Mortgages' },
    'GET /v1/admin/categories/{uuid}': { name: 'Mortgages', settings: exactly({}) },
  })
  await page.getByRole('button', { name: 'Add a category' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a category' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Mortgages')
  await dialog.getByRole('button', { name: 'Add a category' }).click()
  await expect.element(heading('Mortgages')).toBeVisible()
  expect(asked('POST /v1/admin/categories').map(({ body }) => body.name)).toEqual(['Mortgages'])
})

test('an admin changes settings of each kind, and returns one to its default', async () => {
  const { category } = await openCategory()
  await page.getByRole('spinbutton', { name: 'Time for an offer' }).fill('2')
  await page.getByRole('combobox', { name: 'Unit of Time for an offer' }).selectOptions('minutes')
  await page.getByRole('textbox', { name: 'Experts per wave' }).fill('2, 4')
  await page.getByRole('spinbutton', { name: 'Required precision' }).fill('95.5')
  await page.getByRole('spinbutton', { name: 'Units of a claim' }).fill('3')
  await page.getByRole('spinbutton', { name: 'Time of day' }).fill('0.5')
  await page.getByRole('button', { name: 'Add a step' }).click()
  const step = page.getByRole('group', { name: 'Step 1' })
  await step.getByRole('textbox', { name: 'Topics' }).fill('house loans 3, cards 2')
  await save().click()
  await expect.element(save()).not.toBeInTheDocument()
  const saved = {
    offerMs: 120_000,
    waveSizes: [2, 4],
    precision: 0.955,
    weight: 3,
    weights: { hour: 0.5 },
    requirements: [{ certified: true, topicLevel: { 'house loans': 3, cards: 2 } }],
  }
  await expect.poll(() => category.value().settings).toEqual(saved)

  await page.getByRole('spinbutton', { name: 'Units of a claim' }).fill('')
  await save().click()
  await expect.element(save()).not.toBeInTheDocument()

  const { weight: _weight, ...others } = saved
  await expect.poll(() => category.value().settings).toEqual(others)
})

test('the page asks before a link or the way back leaves unsaved changes, and before the tab is closed', async () => {
  await openCategory({ 'GET /v1/admin/categories': { categories: [{ name: 'Loans' }] }, 'GET /v1/admin/audit': {} })
  await page.getByRole('link', { name: 'Categories' }).first().click()
  await page.getByRole('link', { name: 'Loans' }).click()
  const { pathname } = location
  const field = page.getByRole('spinbutton', { name: 'Priority' })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await field.fill('4')

  await page.getByRole('link', { name: 'Audit log' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(question).not.toBeInTheDocument()
  history.back()
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  expect(location.pathname).toBe(pathname)
  await expect.element(field).toHaveValue(4)
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)

  history.back()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect.element(heading('Categories')).toBeVisible()
  await page.getByRole('link', { name: 'Loans' }).click()
  await expect.element(field).toHaveValue(null)

  await field.fill('6')
  await save().click()
  await expect.element(save()).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect.element(heading('Audit log')).toBeVisible()
})

test('the page asks before a sign-out loses unsaved changes', async () => {
  const { category } = await openCategory()
  const question = page.getByRole('dialog', { name: 'Sign out' })
  await page.getByRole('spinbutton', { name: 'Priority' }).fill('4')

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.element(question.getByText('The changes in the form are not saved')).toBeVisible()
  expect(await findAccessibilityFaults()).toEqual([])
  await question.getByRole('button', { name: 'Go back' }).click()
  await save().click()
  await expect.poll(() => category.value().settings).toEqual({ priority: 4 })
})

test('a value out of bounds is not sent, and the field says so', async () => {
  const { asked } = await openCategory()
  const field = page.getByRole('spinbutton', { name: 'Required precision' })
  await field.fill('20')
  await save().click()

  expect(validityOf(field)).toContain('50')
  expect(asked('PUT /v1/admin/categories/{uuid}')).toEqual([])
})

test('the bounds of a duration are named in fitting units, also after another unit was chosen', async () => {
  const { asked } = await openCategory()
  const field = page.getByRole('spinbutton', { name: 'Time for an offer' })
  await page.getByRole('combobox', { name: 'Unit of Time for an offer' }).selectOptions('days')
  await expect.element(page.getByText('Default: 90 seconds. From 10 seconds to 1 day.')).toBeVisible()
  for (const days of ['0', '366']) {
    await field.fill(days)
    await save().click()
    expect(validityOf(field)).toBe('From 10 seconds to 1 day.')
  }
  expect(asked('PUT /v1/admin/categories/{uuid}')).toEqual([])
})

test('of two admins who change one category, the second reads that it was changed and keeps what was typed', async () => {
  const { answer } = await openCategory()
  const field = page.getByRole('spinbutton', { name: 'Priority' })
  await field.fill('7')
  answer({ 'PUT /v1/admin/categories/{uuid}': refuse(412, 'version_mismatch') })
  await save().click()

  await expect.element(page.getByText('Somebody changed this meanwhile.')).toBeVisible()
  await expect.element(field).toHaveValue(7)
})

test('an entry of a list that the service refuses is named at its field, which has the focus and keeps what was typed', async () => {
  const { answer } = await openCategory()
  const message = 'settings.waveSizes.1 must be <= 1000'
  const details = [{ field: 'settings.waveSizes.1', rule: 'maximum', message }]
  answer({ 'PUT /v1/admin/categories/{uuid}': refuse(400, 'invalid_request', { details }) })
  const field = page.getByRole('textbox', { name: 'Experts per wave' })
  await field.fill('3, 2000')
  await save().click()

  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveAccessibleDescription(/Entry 2 must be <= 1000/)
  await expect.element(field).toHaveValue('3, 2000')
})

test('a name that is taken is refused, and the form stays open with it', async () => {
  await openDesk('/desk/admin/categories', {
    'GET /v1/admin/categories': {},
    'POST /v1/admin/categories': refuse(400, 'category_name_taken', {
      message: 'The company already has a category named Accounts.',
    }),
  })
  await page.getByRole('button', { name: 'Add a category' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a category' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Accounts')
  await dialog.getByRole('button', { name: 'Add a category' }).click()

  await expect.element(dialog.getByText('The company already has a category named Accounts').first()).toBeVisible()
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Accounts')
})

/** The further answers that the page of an expert needs. */
const besideExpert: Answers = {
  'GET /v1/admin/categories': { categories: [{ name: 'General' }] },
  'GET /v1/admin/company': {},
  'GET /v1/admin/experts/{uuid}/record': { periods: [] },
  'GET /v1/admin/users/{uuid}/credentials': { credentials: [] },
  'GET /v1/admin/users/{uuid}/sessions': { sessions: [] },
}

test('an admin adds an expert, reads the invitation once, and gives the expert a standing', async () => {
  const expert = keep('/v1/admin/experts/{uuid}', {
    name: 'Grace',
    languages: ['en', 'de'],
    categories: [],
    topicLevels: exactly({}),
  })
  const { asked, reload } = await openDesk('/desk/admin/experts', {
    ...besideExpert,
    ...expert.answers,
    'GET /v1/admin/experts': { experts: [] },
    'POST /v1/admin/experts': { name: 'Grace', invitation: { url: 'https://help.example.org/invitation#a' } },
  })
  await page.getByRole('button', { name: 'Add an expert' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add an expert' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Grace')
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('grace@example.com')
  await dialog.getByRole('textbox', { name: 'Languages' }).fill('en, de')
  await dialog.getByRole('button', { name: 'Add an expert' }).click()
  const link = page.getByRole('dialog', { name: 'Invitation for Grace' })
  await expect.element(link).toHaveTextContent('/invitation#')
  expect(await findAccessibilityFaults()).toEqual([])
  await link.getByRole('button', { name: 'Done' }).click()
  await expect.element(heading('Grace')).toBeVisible()
  expect(asked('POST /v1/admin/experts')[0]?.body).toMatchObject({
    email: 'grace@example.com',
    languages: ['en', 'de'],
  })

  await page.getByRole('spinbutton', { name: 'Capacity' }).fill('5')
  await page.getByRole('textbox', { name: 'Levels of topics' }).fill('loans 3, cards 2')
  await page.getByRole('switch', { name: 'Certified' }).click()
  await page.getByRole('switch', { name: 'General' }).click()
  const form = page.getByRole('form', { name: 'Profile and standing' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  expect(asked('PUT /v1/admin/experts/{uuid}')[0]?.body).toMatchObject({
    topicLevels: { loans: 3, cards: 2 },
    capacity: 5,
  })

  reload()
  const levels = page.getByRole('textbox', { name: 'Levels of topics' })
  await expect.element(levels).toHaveValue('loans 3, cards 2')
  await expect.element(page.getByRole('spinbutton', { name: 'Capacity' })).toHaveValue(5)
  await expect.element(page.getByRole('textbox', { name: 'Languages' })).toHaveValue('en, de')
  await expect.element(page.getByRole('switch', { name: 'Certified' })).toBeChecked()
  await expect.element(page.getByRole('switch', { name: 'General' })).toBeChecked()
})

test('an expert is deactivated only after the admin confirmed it, and reactivated', async () => {
  let isActive = true
  const { asked } = await openDesk(`/desk/admin/experts/${uuidOf(1)}`, {
    ...besideExpert,
    'GET /v1/admin/experts/{uuid}': () => ({ name: 'Grace', isActive, hasPassword: true }),
    'POST /v1/admin/experts/{uuid}/deactivate': () => {
      isActive = false
      return {}
    },
    'POST /v1/admin/users/{uuid}/unblock': () => {
      isActive = true
      return {}
    },
    'PUT /v1/admin/experts/{uuid}': ({ body }) => {
      isActive = body.isActive
      return { isActive }
    },
  })
  await page.getByRole('button', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(asked('POST /v1/admin/experts/{uuid}/deactivate')).toEqual([])
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect.element(page.getByText('deactivated', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Reactivate' }).click()

  await expect.element(page.getByText('The expert was reactivated.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Deactivate' })).toBeVisible()
})

/** Reads a secret from the dialog that shows it once, and closes the dialog. */
async function readSecret(title: string): Promise<(string | null)[]> {
  const dialog = page.getByRole('dialog', { name: title })
  await expect.element(dialog).toBeVisible()
  const shown = [...dialog.element().querySelectorAll('code')].map(({ textContent }) => textContent)
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  return shown
}

test('the secret of an integration is shown once, and after a rotation the page says how long the earlier one works', async () => {
  const { asked } = await openDesk('/desk/admin/integrations', {
    'GET /v1/admin/integrations': { integrations: [] },
    'POST /v1/admin/integrations': { name: 'Intranet', clientId: 'first', clientSecret: 'secret-1' },
    'GET /v1/admin/integrations/{uuid}': { name: 'Intranet' },
    'POST /v1/admin/integrations/{uuid}/rotateSecret': {
      name: 'Intranet',
      clientId: 'second',
      clientSecret: 'secret-2',
    },
  })
  await page.getByRole('button', { name: 'Add an integration' }).first().click()
  const adding = page.getByRole('dialog', { name: 'Add an integration' })
  await adding.getByRole('textbox', { name: 'Name' }).fill('Intranet')
  await adding.getByRole('textbox', { name: 'Public id' }).fill('intranet')
  await adding.getByRole('button', { name: 'Add an integration' }).click()
  expect(await readSecret('Secret of Intranet')).toEqual(['first', 'secret-1'])
  await expect.element(heading('Intranet')).toBeVisible()

  await page.getByRole('button', { name: 'Rotate the secret' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rotate the secret' })
  await dialog.getByRole('button', { name: 'Rotate the secret' }).click()
  expect(await readSecret('Secret of Intranet')).toEqual(['second', 'secret-2'])
  await expect.element(page.getByText(/^works until/)).toBeVisible()
  expect(await findAccessibilityFaults()).toEqual([])

  await page.getByRole('button', { name: 'Rotate the secret' }).click()
  await dialog.getByRole('combobox').selectOptions('no longer, because one leaked')
  await dialog.getByRole('button', { name: 'Rotate the secret' }).click()
  await readSecret('Secret of Intranet')

  const overlaps = asked('POST /v1/admin/integrations/{uuid}/rotateSecret').map(({ body }) => body.overlapMs)
  expect(overlaps[0]).toBeGreaterThan(0)
  expect(overlaps[1]).toBe(0)
})

test('an integration is removed only after its public id was typed', async () => {
  const { asked } = await openDesk(`/desk/admin/integrations/${uuidOf(1)}`, {
    'GET /v1/admin/integrations/{uuid}': { name: 'Kiosk', systemId: 'kiosk' },
    'POST /v1/admin/integrations/{uuid}/remove': {},
    'GET /v1/admin/integrations': { integrations: [{ name: 'Intranet' }] },
  })
  await page.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Kiosk?' })
  const confirm = dialog.getByRole('button', { name: 'Remove' })
  await expect.element(confirm).toBeDisabled()
  await dialog.getByRole('textbox').fill('kiosk')
  await confirm.click()

  await expect.element(page.getByText('The integration was removed.')).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Integrations' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Kiosk' }).query()).toBeNull()
  expect(asked('POST /v1/admin/integrations/{uuid}/remove')).toHaveLength(1)
})

test("an admin creates an expert's credential for scripts and revokes it", async () => {
  let credentials: object[] = []
  const { asked } = await openDesk(`/desk/admin/experts/${uuidOf(1)}`, {
    ...besideExpert,
    'GET /v1/admin/experts/{uuid}': { name: 'Grace' },
    'GET /v1/admin/users/{uuid}/credentials': () => ({ credentials }),
    'POST /v1/admin/users/{uuid}/credentials': () => {
      credentials = [{ clientId: 'grace-1', dateRevoked: null }]
      return { clientId: 'grace-1', clientSecret: 'secret-1' }
    },
    'POST /v1/admin/users/{uuid}/credentials/revoke': () => {
      credentials = [{ clientId: 'grace-1' }]
      return {}
    },
  })
  await page.getByRole('button', { name: 'Create a credential' }).click()
  expect(await readSecret('Credential of Grace')).toEqual(['grace-1', 'secret-1'])

  const row = page.getByRole('listitem').filter({ hasText: 'grace-1' })
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect.element(row.getByText(/^revoked on/)).toBeVisible()
  expect(asked('POST /v1/admin/users/{uuid}/credentials/revoke')[0]?.body).toEqual({ clientId: 'grace-1' })
})

const training: Answers = {
  'GET /v1/admin/training': {},
  'GET /v1/admin/files': { files: [] },
  'GET /v1/admin/models': { models: [] },
}

test('a file that is dropped on the form is chosen', async () => {
  await openDesk('/desk/admin/training', training)
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['text,class'], 'dropped.csv', { type: 'text/csv' }))
  const form = page.getByRole('form', { name: 'Upload' })
  await expect.element(form).toBeVisible()
  form.element().dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  await expect.element(page.getByText(/^Chosen: dropped\.csv/)).toBeVisible()
})

const pages: Record<string, Answers> = {
  '/categories': { 'GET /v1/admin/categories': {} },
  '/integrations': { 'GET /v1/admin/integrations': {} },
  '/experts': { 'GET /v1/admin/experts': {}, 'GET /v1/admin/categories': {} },
  [`/experts/${uuidOf(1)}`]: {
    ...besideExpert,
    'GET /v1/admin/experts/{uuid}': {},
    'GET /v1/admin/experts/{uuid}/record': {},
    'GET /v1/admin/users/{uuid}/sessions': {},
  },
}
test.each(Object.entries(pages))('nothing is wrong with the looks of /desk/admin%s', async (path, answers) => {
  await openDesk(`/desk/admin${path}`, answers)
  expect(await findFaultsOfLooks()).toEqual([])
})

test('nothing is wrong with the looks of the settings of a category', async () => {
  await openCategory()
  await page.getByRole('button', { name: 'Add a step' }).click()
  expect(await findFaultsOfLooks()).toEqual([])
})
