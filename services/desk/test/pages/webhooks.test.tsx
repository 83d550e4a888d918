import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { allTypes, usualTypes } from '../../src/admin/webhooks/event-types.ts'
import { findAccessibilityFaults, findFaultsOfLooks } from './faults.ts'
import { openDesk } from './open-desk.tsx'
import { type Answers, type Asked, refuse, uuidOf } from './service.ts'

const uuid = uuidOf(1)
const here = `/desk/admin/webhooks/${uuid}`
const one = 'GET /v1/admin/webhooks/{uuid}'
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const button = (name: string) => page.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')

/** Returns whether the middle of an element can be seen. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const found = document.elementFromPoint(left + width / 2, top + height / 2)
  return found !== null && element.contains(found)
}

const active = { name: 'Help desk', url: 'https://example.com/in', format: 'STANDARD', state: 'ACTIVE', failing: null }
const delivery = { type: 'QUESTION_CLAIMED', status: 'FAILED', dateNextAttempt: null, questionUuid: uuidOf(7) }
const secret = `whsec_${'a'.repeat(43)}=`

/** The answers about one webhook. `more` differ from them. */
const about = (webhook: object = {}, more: Answers = {}): Answers => ({
  [one]: { ...active, disabledReason: null, dateOldestWaiting: null, ...webhook },
  'GET /v1/admin/webhooks/{uuid}/deliveries': { deliveries: [delivery] },
  ...more,
})

test('without a webhook the page says what one is for, and leads to the guide', async () => {
  await openDesk('/desk/admin/webhooks', { 'GET /v1/admin/webhooks': { webhooks: [] } })
  await expect.element(page.getByText('A webhook tells another system of each change')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'How a receiver is built' }))
    .toHaveAttribute('href', '/docs/guide/webhooks')
  expect(await findFaultsOfLooks()).toEqual([])
})

test('an admin adds a webhook with the usual events, and its secret is shown once', async () => {
  const { asked } = await openDesk('/desk/admin/webhooks', {
    'GET /v1/admin/webhooks': { webhooks: [] },
    'POST /v1/admin/webhooks': ({ body }: Asked) => ({ ...body, uuid, secret }),
    ...about(),
  })
  await button('Add a webhook').click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Help desk')
  await dialog().getByRole('textbox', { name: 'Address' }).fill('https://example.com/in')
  expect(await findAccessibilityFaults()).toEqual([])
  await dialog().getByRole('button', { name: 'Add a webhook' }).click()

  await expect.element(page.getByRole('dialog', { name: 'Secret of Help desk' }).getByText(secret)).toBeVisible()
  await button('I have stored it').click()
  await expect.element(heading('Help desk')).toBeVisible()
  expect(page.getByText(secret).query()).toBeNull()
  expect(asked('POST /v1/admin/webhooks').map(({ body }) => body)).toEqual([
    {
      name: 'Help desk',
      url: 'https://example.com/in',
      format: 'STANDARD',
      types: usualTypes('STANDARD'),
      includeState: false,
    },
  ])
})

test('another format brings its own usual events, but not over events that the admin chose', async () => {
  await openDesk('/desk/admin/webhooks?add=yes', { 'GET /v1/admin/webhooks': { webhooks: [] } })
  const format = dialog().getByRole('combobox', { name: 'Format' })
  const count = (n: number) => dialog().getByText(`${n} of ${allTypes.length} events are sent.`)
  await format.selectOptions('Message in Slack')
  await expect.element(count(usualTypes('SLACK').length)).toBeVisible()

  await dialog().getByText('Choose events').click()
  await dialog().getByRole('searchbox', { name: 'Search events' }).fill('claimed')
  await dialog()
    .getByRole('checkbox', { name: /^Claimed/ })
    .click()
  expect(dialog().getByRole('checkbox').elements()).toHaveLength(1)
  await format.selectOptions('JSON with a signature')

  await expect.element(count(usualTypes('SLACK').length + 1)).toBeVisible()
})

test('a refused address is a fault of its field, and so is one webhook too many of the form', async () => {
  const details = [{ field: 'body.url', rule: 'private', message: 'url must not have a private address' }]
  const { answer } = await openDesk('/desk/admin/webhooks?add=yes', {
    'GET /v1/admin/webhooks': { webhooks: [] },
    'POST /v1/admin/webhooks': refuse(400, 'address_refused', { details }),
  })
  const address = dialog().getByRole('textbox', { name: 'Address' })
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Help desk')
  await address.fill('https://10.0.0.1/in')
  await dialog().getByRole('button', { name: 'Add a webhook' }).click()
  await expect.element(address).toHaveAccessibleDescription(/Must not have a private address/)
  await expect.element(address).toHaveFocus()

  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(360, 500)
  answer({ 'POST /v1/admin/webhooks': refuse(400, 'too_many_webhooks') })
  await dialog().getByRole('button', { name: 'Add a webhook' }).click()
  const why = page.getByText('The test refuses: too_many_webhooks.')
  await expect.poll(() => isOnTop(why.element())).toBe(true)
})

test.each([
  [360, 640],
  [768, 600],
  [1280, 720],
])('the buttons of a refused form are in sight at %d × %d px, and so is the refused field', async (width, height) => {
  onTestFinished(() => page.viewport(1280, 800))
  const message =
    'url must have an address that the internet can reach, and this one is in a private network. Use another.'
  await openDesk('/desk/admin/webhooks?add=yes', {
    'GET /v1/admin/webhooks': { webhooks: [] },
    'POST /v1/admin/webhooks': refuse(400, 'address_refused', {
      details: [{ field: 'body.url', rule: 'private', message }],
    }),
  })
  await page.viewport(width, height)
  const address = dialog().getByRole('textbox', { name: 'Address' })
  await dialog().getByText('Choose events').click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Help desk')
  await address.fill('https://10.0.0.1/in')
  await userEvent.keyboard('{Enter}')
  await expect.element(address).toHaveAccessibleDescription(/Must have an address that the internet can reach/)

  const places = [
    dialog().getByRole('button', { name: 'Add a webhook' }),
    dialog().getByRole('button', { name: 'Go back' }),
    address,
  ]
  await expect.poll(() => places.map((place) => isOnTop(place.element()))).toEqual([true, true, true])
})

test('a test shows what the receiver answered, and why there is no answer', async () => {
  const test = 'POST /v1/admin/webhooks/{uuid}/test'
  const { answer } = await openDesk(here, {
    ...about(),
    [test]: { status: 200, fault: null, durationMs: 132, answer: '{"received":true}' },
  })
  await button('Send a test').click()
  await expect.element(dialog().getByText('The receiver accepted the test')).toBeVisible()
  await expect.element(dialog().getByText('Status 200 in 132 ms')).toBeVisible()
  await expect.element(dialog().getByText('{"received":true}')).toBeVisible()
  expect(await findAccessibilityFaults()).toEqual([])

  answer({ [test]: { status: null, fault: 'tls_failed', durationMs: 12, answer: null } })
  await dialog().getByRole('button', { name: 'Send again' }).click()
  await expect.element(dialog().getByText('The certificate of the server is not valid.')).toBeVisible()
})

test('a webhook that fails says since when, and when the next attempt is', async () => {
  const soon = new Date(Date.now() + 600_000)
  const failing = {
    since: '2026-01-31T09:30:00Z',
    failures: 12,
    dateNextAttempt: `${soon.toISOString().slice(0, 19)}Z`,
  }
  await openDesk(here, about({ failing }))
  await expect.element(page.getByText(/^Failing since Jan 31/)).toBeVisible()
  const time = soon.toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' })
  await expect.element(page.getByText(`next attempt: ${time}.`)).toBeVisible()
})

test('an admin pauses a webhook, and enables it from now on', async () => {
  let state = 'ACTIVE'
  const { asked } = await openDesk(here, {
    ...about(),
    [one]: () => ({ ...active, state, disabledReason: null }),
    'POST /v1/admin/webhooks/{uuid}/pause': () => {
      state = 'PAUSED'
      return { state }
    },
    'POST /v1/admin/webhooks/{uuid}/enable': () => {
      state = 'ACTIVE'
      return { state }
    },
  })
  await button('Pause').click()
  await expect.element(page.getByText('Paused: nothing is sent')).toBeVisible()
  await button('Enable').click()
  await dialog()
    .getByRole('combobox', { name: 'Where it goes on' })
    .selectOptions('From now on: leave out what happened meanwhile')
  await dialog().getByRole('button', { name: 'Enable' }).click()

  await expect.element(button('Pause')).toBeVisible()
  expect(asked('POST /v1/admin/webhooks/{uuid}/enable').map(({ body }) => body)).toEqual([{ from: 'NOW' }])
})

test('a webhook that the service disabled says why and what to do', async () => {
  await openDesk(here, about({ state: 'DISABLED', disabledReason: 'GONE' }))
  await expect.element(page.getByText('Disabled: the receiver says that the address is gone')).toBeVisible()
  await expect.element(page.getByText(/^It answered with status 410/)).toBeVisible()
  await expect.element(button('Enable')).toBeVisible()
})

test('a failed delivery shows its attempts, and is sent again', async () => {
  const attempts = [{ date: '2026-01-31T09:30:00Z', status: 500, fault: null, durationMs: 7, answer: 'no space left' }]
  const { asked } = await openDesk(
    here,
    about(
      {},
      {
        'GET /v1/admin/webhooks/{uuid}/deliveries': { deliveries: [{ ...delivery, attempts }] },
        'POST /v1/admin/webhooks/deliveries/{uuid}/resend': {},
      },
    ),
  )
  await page.getByRole('button', { name: /^Details of “Claimed”/ }).click()
  await expect.element(dialog().getByText('no space left')).toBeVisible()
  expect(await findAccessibilityFaults()).toEqual([])
  await dialog().getByRole('button', { name: 'Send again' }).click()

  await expect.element(page.getByText('The event is sent again.')).toBeVisible()
  expect(asked('POST /v1/admin/webhooks/deliveries/{uuid}/resend')).toHaveLength(1)
})

test('a delivery that waits for its next attempt is sent again at once, unless the webhook is not active', async () => {
  const attempts = [{ date: '2026-01-31T09:30:05Z', status: 500, fault: null, durationMs: 7, answer: '' }]
  const next = new Date(Date.now() + 600_000)
  const waiting = { ...delivery, status: 'WAITING', attempts, dateNextAttempt: `${next.toISOString().slice(0, 19)}Z` }
  const deliveries = 'GET /v1/admin/webhooks/{uuid}/deliveries'
  const resend = 'POST /v1/admin/webhooks/deliveries/{uuid}/resend'
  const { answer, asked, reload } = await openDesk(
    here,
    about({}, { [deliveries]: { deliveries: [waiting] }, [resend]: refuse(500, 'internal') }),
  )
  const again = page.getByRole('button', { name: /^Send again: “Claimed”/ })
  const time = next.toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' })
  await expect.element(page.getByText(`next attempt ${time}`)).toBeVisible()
  await again.click()
  await expect.element(page.getByText('The test refuses: internal.')).toBeVisible()
  answer({ [resend]: {} })
  await again.click()
  await expect.poll(() => asked(resend)).toHaveLength(2)

  answer(about({ state: 'PAUSED' }, { [deliveries]: { deliveries: [{ ...waiting, dateNextAttempt: null }] } }))
  reload()
  await expect.element(page.getByText('no attempt until the webhook is enabled')).toBeVisible()
  expect(again.query()).toBeNull()
})

test('a delivery shows its whole ids, which a button copies, and the second of each attempt', async () => {
  const at = new Date(2026, 0, 31, 9, 30, 5)
  const attempts = [{ date: `${at.toISOString().slice(0, 19)}Z`, status: 500, fault: null, durationMs: 7, answer: '' }]
  const own = uuidOf(9)
  await openDesk(
    here,
    about({}, { 'GET /v1/admin/webhooks/{uuid}/deliveries': { deliveries: [{ ...delivery, uuid: own, attempts }] } }),
  )
  const copied: string[] = []
  const { clipboard } = navigator
  const { writeText } = clipboard
  clipboard.writeText = async (text) => void copied.push(text)
  onTestFinished(() => {
    clipboard.writeText = writeText
  })
  await page.getByRole('button', { name: /^Details of “Claimed”/ }).click()
  for (const id of [own, uuid, uuidOf(7)]) await expect.element(dialog().getByText(id, { exact: true })).toBeVisible()
  await expect.element(dialog().getByText(/9:30:05/)).toBeVisible()
  for (const button of dialog()
    .getByRole('button', { name: /^Copy: / })
    .all())
    await button.click()

  expect(copied).toEqual([own, uuid, uuidOf(7)])
})

test('a webhook for a chat cannot include the state of a question', async () => {
  const { asked } = await openDesk(
    `${here}?part=settings`,
    about({ includeState: true }, { 'PUT /v1/admin/webhooks/{uuid}': ({ body }: Asked) => body }),
  )
  const state = page.getByRole('switch', { name: 'Send the state of the question too' })
  await expect.element(state).toBeVisible()
  await page.getByRole('combobox', { name: 'Format' }).selectOptions('Message in Slack')
  await expect.element(state).not.toBeInTheDocument()
  await button('Save').click()

  await expect.element(page.getByText('The changes were saved.')).toBeVisible()
  expect(asked('PUT /v1/admin/webhooks/{uuid}').map(({ body }) => body)).toMatchObject([
    { format: 'SLACK', includeState: false },
  ])
})

test('the deliveries refresh by themselves until the admin reads further pages, and an open one shows its attempts', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const attempts = [{ date: '2026-01-31T09:30:00Z', status: 500, fault: null, durationMs: 7, answer: 'no space left' }]
  const waiting = { ...delivery, status: 'WAITING', attempts: [] }
  const deliveries = 'GET /v1/admin/webhooks/{uuid}/deliveries'
  const { answer, asked } = await openDesk(here, about({}, { [deliveries]: { deliveries: [waiting] } }))
  await page.getByRole('button', { name: /^Details of “Claimed”/ }).click()
  await expect.element(dialog().getByText('There was no attempt')).toBeVisible()
  const further = { ...delivery, type: 'QUESTION_CLOSED', uuid: uuidOf(8) }
  answer({
    [deliveries]: ({ query }: Asked) =>
      query['cursor']
        ? { deliveries: [further], paging: { nextCursor: null } }
        : { deliveries: [{ ...delivery, attempts }], paging: { nextCursor: 'c' } },
  })
  vi.advanceTimersByTime(5_000)
  await expect.element(dialog().getByText('no space left')).toBeVisible()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await button('More').click()
  await expect.element(page.getByRole('button', { name: /^Details of “Closed”/ })).toBeVisible()

  const looks = asked(deliveries).length
  const ofWebhook = asked(one).length
  vi.advanceTimersByTime(5_000)
  await expect.poll(() => asked(one).length).toBeGreaterThan(ofWebhook)
  expect(asked(deliveries)).toHaveLength(looks)
})

test('the deliveries are filtered by status and question, and the filters stand in the address', async () => {
  const { asked } = await openDesk(here, about())
  await page.getByRole('combobox', { name: 'Status' }).selectOptions('Failed')
  await page.getByRole('textbox', { name: 'Id of the question' }).fill(uuidOf(7))
  await userEvent.keyboard('{Enter}')

  const query = () => asked('GET /v1/admin/webhooks/{uuid}/deliveries').at(-1)?.query
  await expect.poll(query).toMatchObject({ status: 'FAILED', questionUuid: uuidOf(7) })
  expect(location.search).toBe(`?status=FAILED&question=${uuidOf(7)}`)
})

test('events of the last day are replayed', async () => {
  const { asked } = await openDesk(here, about({}, { 'POST /v1/admin/webhooks/{uuid}/replay': {} }))
  await button('Replay').click()
  await dialog().getByRole('button', { name: 'Send again' }).click()
  await expect.element(page.getByText('The events are sent again.')).toBeVisible()

  const since = Date.parse(asked('POST /v1/admin/webhooks/{uuid}/replay')[0]?.body.since)
  expect(Math.abs(Date.now() - 86_400_000 - since)).toBeLessThan(120_000)
})

test.each([
  ['Signs for 24 more hours, beside the new one', false],
  ['Ends at once, because it leaked', true],
])('a secret is rotated: the old one %s', async (choice, revokeNow) => {
  const { asked } = await openDesk(
    `${here}?part=settings`,
    about({}, { 'POST /v1/admin/webhooks/{uuid}/rotateSecret': { secret } }),
  )
  await button('Rotate the secret').click()
  await dialog().getByRole('combobox', { name: 'The old secret' }).selectOptions(choice)
  await dialog().getByRole('button', { name: 'Rotate the secret' }).click()

  await expect.element(dialog().getByText(secret)).toBeVisible()
  expect(asked('POST /v1/admin/webhooks/{uuid}/rotateSecret').map(({ body }) => body)).toEqual([{ revokeNow }])
})

test('an admin changes the address of a webhook, and only that is sent', async () => {
  const { asked } = await openDesk(
    `${here}?part=settings`,
    about({}, { 'PUT /v1/admin/webhooks/{uuid}': ({ body }: Asked) => body }),
  )
  await page.getByRole('textbox', { name: 'Address' }).fill('https://example.com/other')
  await button('Save').click()
  await expect.element(page.getByText('The changes were saved.')).toBeVisible()
  expect(asked('PUT /v1/admin/webhooks/{uuid}').map(({ body }) => body)).toEqual([{ url: 'https://example.com/other' }])
})

test('an admin removes a webhook after a question', async () => {
  const { asked } = await openDesk(here, {
    ...about(),
    'POST /v1/admin/webhooks/{uuid}/remove': {},
    'GET /v1/admin/webhooks': { webhooks: [] },
  })
  await button('Remove').click()
  await dialog().getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('There is no webhook yet.')).toBeVisible()
  expect(asked('POST /v1/admin/webhooks/{uuid}/remove')).toHaveLength(1)
})

test.each(['', `/${uuid}`, `/${uuid}?part=settings`])('nothing is wrong with the looks of webhooks%s', async (path) => {
  await openDesk(`/desk/admin/webhooks${path}`, { ...about(), 'GET /v1/admin/webhooks': {} })
  expect(await findFaultsOfLooks()).toEqual([])
})
