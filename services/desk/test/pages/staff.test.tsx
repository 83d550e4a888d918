import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findAccessibilityFaults, findFaultsOfLooks } from './faults.ts'
import { keep } from './kept.ts'
import { openDesk } from './open-desk.tsx'
import { type Answers, refuse, uuidOf } from './service.ts'

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const save = () => page.getByRole('button', { name: 'Save' })

/** The further answers that the account of a person needs. */
const besidePerson: Answers = {
  'GET /v1/admin/users/{uuid}/credentials': { credentials: [] },
  'GET /v1/admin/users/{uuid}/sessions': { sessions: [] },
}
const frida = {
  name: 'Frida',
  email: 'frida@example.com',
  role: 'agent',
  hasPassword: true,
  datePasswordRequested: null,
}
const fridasPage = `/desk/admin/staff/${uuidOf(1)}`

test('an admin adds an agent, and the page says until when the invitation is valid', async () => {
  const { asked } = await openDesk('/desk/admin/staff', {
    ...besidePerson,
    'GET /v1/admin/staff': { staff: [] },
    'POST /v1/admin/staff': { ...frida, invitation: { url: 'https://help.example.org/invitation#a' } },
    'GET /v1/admin/staff/{uuid}': { ...frida, hasPassword: false },
  })
  await page.getByRole('button', { name: 'Add a person' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a person' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Frida')
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('frida@example.com')
  await dialog.getByRole('combobox', { name: 'Role' }).selectOptions('Agent')
  await dialog.getByRole('button', { name: 'Add a person' }).click()
  const link = page.getByRole('dialog', { name: 'Invitation for Frida' })
  await expect.element(link).toHaveTextContent('/invitation#')
  await link.getByRole('button', { name: 'Done' }).click()
  await expect.element(heading('Frida')).toBeVisible()
  await expect.element(page.getByText(/^Invited until /)).toBeVisible()
  expect(asked('POST /v1/admin/staff')[0]?.body).toMatchObject({ role: 'agent', email: 'frida@example.com' })
})

test('an admin makes an agent an admin, and deactivates and reactivates the person', async () => {
  const person = keep('/v1/admin/staff/{uuid}', { ...frida, isBlocked: false })
  await openDesk(fridasPage, {
    ...besidePerson,
    ...person.answers,
    'POST /v1/admin/users/{uuid}/block': () => person.change({ isBlocked: true }),
    'POST /v1/admin/users/{uuid}/unblock': () => person.change({ isBlocked: false }),
  })
  await expect.element(page.getByText('active', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Role' }).selectOptions('Admin')
  await page.getByRole('textbox', { name: 'Name' }).fill('Frida the admin')
  await save().click()
  await expect.element(page.getByText('The changes were saved.')).toBeVisible()
  expect(person.value()).toMatchObject({ role: 'admin', name: 'Frida the admin' })

  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect.element(page.getByText('deactivated', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await expect.element(page.getByRole('button', { name: 'Deactivate' })).toBeVisible()
})

test('an address that is taken is refused at its field, and what was typed stays', async () => {
  const message = 'The company already has a person with this e-mail address'
  await openDesk(fridasPage, {
    ...besidePerson,
    'GET /v1/admin/staff/{uuid}': frida,
    'PUT /v1/admin/staff/{uuid}': refuse(400, 'email_taken', {
      message,
      details: [{ field: 'email', rule: 'unique', message }],
    }),
  })
  const field = page.getByRole('textbox', { name: 'E-mail address' })
  await field.fill('dora@example.com')
  await save().click()

  await expect.element(page.getByText(message).first()).toBeVisible()
  await expect.element(field).toHaveValue('dora@example.com')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
})

test('an admin invites a person again', async () => {
  await openDesk(fridasPage, {
    ...besidePerson,
    'GET /v1/admin/staff/{uuid}': { ...frida, hasPassword: false },
    'POST /v1/admin/users/{uuid}/invite': { invitation: { url: 'https://help.example.org/invitation#second' } },
  })
  await page.getByRole('button', { name: 'Invite again' }).click()
  const question = page.getByRole('dialog', { name: 'Invite Frida again?' })
  await question.getByRole('button', { name: 'Make a link' }).click()
  const link = page.getByRole('dialog', { name: 'Invitation for Frida' })
  await expect.element(link).toHaveTextContent('/invitation#second')
  expect(await findAccessibilityFaults()).toEqual([])
})

test('an admin makes a link for a person who asked for a new password', async () => {
  let datePasswordRequested: string | null = '2026-01-31T09:30:00Z'
  const person = () => ({ ...frida, uuid: uuidOf(1), datePasswordRequested })
  await openDesk('/desk/admin/staff', {
    ...besidePerson,
    'GET /v1/admin/staff': () => ({ staff: [person()] }),
    'GET /v1/admin/staff/{uuid}': person,
    'POST /v1/admin/staff/{uuid}/resetPassword': () => {
      datePasswordRequested = null
      return { reset: { url: 'https://help.example.org/password#a' } }
    },
  })
  const row = page.getByRole('row').filter({ hasText: 'Frida' })
  await expect.element(row.getByText('Asked for a new password')).toBeVisible()
  await row.getByRole('link', { name: 'Frida' }).click()
  const request = page.getByText('Frida asked for a new password:')
  await expect.element(request).toBeVisible()
  expect(await findAccessibilityFaults()).toEqual([])
  await page.getByRole('button', { name: 'Make a link' }).click()

  const reset = page.getByRole('dialog', { name: 'Link for a new password of Frida' })
  await expect.element(reset).toHaveTextContent('/password#')
  await reset.getByRole('button', { name: 'Done' }).click()
  await expect.element(request).not.toBeInTheDocument()
})

test('an admin ends all sign-ins of an agent after a question', async () => {
  let sessions: object[] = [{}]
  await openDesk(fridasPage, {
    ...besidePerson,
    'GET /v1/admin/staff/{uuid}': frida,
    'GET /v1/admin/users/{uuid}/sessions': () => ({ sessions }),
    'POST /v1/admin/users/{uuid}/sessions/endAll': () => {
      sessions = []
      return {}
    },
  })
  await page.getByRole('button', { name: 'End all' }).click()
  const dialog = page.getByRole('dialog', { name: 'End all sign-ins of Frida?' })
  await dialog.getByRole('button', { name: 'End all' }).click()

  await expect.element(page.getByText('This person is not signed in anywhere.')).toBeVisible()
})

test('on their own account an admin reads what only another admin may do, and cannot do it', async () => {
  const edda = { uuid: uuidOf(7), name: 'Edda', role: 'admin' }
  await openDesk(`/desk/admin/staff/${edda.uuid}`, {
    ...besidePerson,
    'GET /v1/me': { ...edda, socketUrl: location.origin },
    'GET /v1/admin/staff/{uuid}': { ...edda, hasPassword: true },
    'GET /v1/me/sessions': {},
  })
  await expect.element(page.getByText(/^This is your own account\./)).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Role' })).toBeDisabled()
  for (const name of ['Deactivate', 'Reset password']) expect(page.getByRole('button', { name }).query()).toBeNull()
})

test('the only admin who can sign in stays an admin, and the page says why', async () => {
  const message = 'This is the only admin of the company who can sign in.'
  await openDesk(fridasPage, {
    ...besidePerson,
    'GET /v1/admin/staff/{uuid}': { ...frida, role: 'admin' },
    'PUT /v1/admin/staff/{uuid}': refuse(400, 'last_admin', { message }),
  })
  await page.getByRole('combobox', { name: 'Role' }).selectOptions('Agent')
  await save().click()

  await expect.element(page.getByText(message)).toBeVisible()
})

test('an admin changes scopes and limits of a personal credential', async () => {
  let credential: object = {
    clientId: 'frida-1',
    scopes: ['questions:read', 'questions:write', 'agent'],
    readsPerMinute: null,
    writesPerMinute: null,
    dateRevoked: null,
  }
  const tooMany = { field: 'body.readsPerMinute', rule: 'maximum', message: 'Must be at most 1,000,000' }
  const { asked } = await openDesk(fridasPage, {
    ...besidePerson,
    'GET /v1/admin/staff/{uuid}': frida,
    'GET /v1/admin/users/{uuid}/credentials': () => ({ credentials: [credential] }),
    'POST /v1/admin/users/{uuid}/credentials/update': ({ body }) => {
      if (body.readsPerMinute > 1_000_000) return refuse(400, 'invalid_request', { details: [tooMany] })
      credential = { ...credential, ...body }
      return credential
    },
  })
  const row = page.getByRole('listitem').filter({ hasText: 'frida-1' })
  await row.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change frida-1' })
  await dialog.getByRole('switch', { name: 'Ask and write' }).click()
  await expect.element(dialog.getByText('The tokens that it has obtained end')).toBeVisible()
  expect(await findAccessibilityFaults()).toEqual([])
  await dialog.getByRole('spinbutton', { name: 'Reads per minute' }).fill('1000001')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText(/^Must be at most/)).toBeVisible()
  await dialog.getByRole('spinbutton', { name: 'Reads per minute' }).fill('7')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect.element(row.getByText('7 reads and usual writes per minute')).toBeVisible()
  await expect.element(row.getByText('Scopes: questions:read, agent')).toBeVisible()
  expect(asked('POST /v1/admin/users/{uuid}/credentials/update').at(-1)?.body).toMatchObject({
    scopes: ['questions:read', 'agent'],
    readsPerMinute: 7,
  })
})

/** Opens a page of the settings of a company without any. */
async function openCompany(path: string) {
  const company = keep('/v1/admin/company', { name: 'Bank', settings: {} })
  const desk = await openDesk(path, company.answers)
  return { ...desk, company }
}

test('an admin changes settings of the company of each kind, and returns one to its default', async () => {
  const { company } = await openCompany('/desk/admin/company')
  await page.getByRole('textbox', { name: 'Refused words' }).fill('lottery\nfree money\n')
  await page.getByRole('textbox', { name: 'Hosts of pictures' }).fill('images.example.com')
  await page.getByRole('switch', { name: 'Markdown' }).click()
  await page.getByRole('spinbutton', { name: 'Messages in a question' }).fill('40')
  await page.getByRole('textbox', { name: 'Name of the scale' }).fill('THUMBS')
  await page.getByRole('textbox', { name: 'Values' }).fill('UP\nDOWN')
  await save().click()
  const saved = {
    bannedKeywords: ['lottery', 'free money'],
    avatarHosts: ['images.example.com'],
    markdown: true,
    ratingSystem: { name: 'THUMBS', order: 'DESCENDING', values: ['UP', 'DOWN'] },
  }
  await expect.poll(() => company.value().settings).toEqual({ ...saved, maxMessages: 40 })

  await expect.element(save()).not.toBeInTheDocument()
  await page.getByRole('spinbutton', { name: 'Messages in a question' }).fill('')
  await save().click()
  await expect.poll(() => company.value().settings).toEqual(saved)
})

test('a line of a list that the service refuses is named at its field', async () => {
  const { answer } = await openCompany('/desk/admin/company')
  const message = 'settings.bannedDomains.1 must be a domain such as spam.example'
  answer({
    'PUT /v1/admin/company': refuse(400, 'invalid_request', {
      details: [{ field: 'settings.bannedDomains.1', rule: 'pattern', message }],
    }),
  })
  const field = page.getByRole('textbox', { name: 'Refused mail domains' })
  await field.fill('spam.example\nnot a domain')
  await save().click()

  await expect.element(page.getByText('Line 2 must be a domain such as spam.example')).toBeVisible()
  await expect.element(page.getByText('Some values were refused. Their fields say why.')).toBeVisible()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
})

test('an admin sets origins and looks of the widget, and other settings stay', async () => {
  const { company, asked } = await openCompany('/desk/admin/widget')
  await expect.element(page.getByText('No page may show the widget yet.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Pages that may show the widget' }).fill('https://shop.example.com')
  await page.getByRole('textbox', { name: 'Color of the button' }).fill('#13703f')
  await page.getByRole('combobox', { name: 'Side of the button' }).selectOptions('left')
  await page.getByRole('textbox', { name: 'Title' }).fill('Ask the shop')
  await page.getByRole('textbox', { name: 'Greeting' }).fill('We answer within an hour.')
  await expect.element(page.getByText('We answer within an hour.').last()).toBeVisible()
  await save().click()
  const settings = {
    widgetOrigins: ['https://shop.example.com'],
    widgetColor: '#13703f',
    widgetSide: 'START',
    widgetTitle: 'Ask the shop',
    widgetGreeting: 'We answer within an hour.',
  }
  await expect.poll(() => company.value().settings).toEqual(settings)
  expect(asked('PUT /v1/admin/company')[0]?.body).toEqual({ settings })
})

test('a color that is hard to see on a white page is allowed, and a sentence says what to do', async () => {
  await openCompany('/desk/admin/widget')
  const color = page.getByRole('textbox', { name: 'Color of the button' })
  await color.fill('#ffe066')
  await expect.element(page.getByText('This color is hard to see on a white page.')).toBeVisible()
  await color.fill('#101010')
  await expect.element(page.getByText('This color is hard to see on a black page.')).toBeVisible()
  await color.fill('#1d4ed8')
  await expect.element(page.getByText(/hard to see/)).not.toBeInTheDocument()
})

const pages: Record<string, Answers> = {
  '/staff': { 'GET /v1/admin/staff': {} },
  [`/staff/${uuidOf(1)}`]: {
    ...besidePerson,
    'GET /v1/admin/staff/{uuid}': {},
    'GET /v1/admin/users/{uuid}/sessions': {},
  },
  '/company': { 'GET /v1/admin/company': {} },
  '/widget': { 'GET /v1/admin/company': {} },
}
test.each(Object.entries(pages))('nothing is wrong with the looks of /desk/admin%s', async (path, answers) => {
  await openDesk(`/desk/admin${path}`, answers)
  expect(await findFaultsOfLooks()).toEqual([])
})
