import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findAccessibilityFaults, findFaultsOfLooks } from './faults.ts'
import { keepQuestion, serveQuestions } from './kept-question.ts'
import { openDesk } from './open-desk.tsx'
import { type Answers, type Body, noAnswer, refuse, uuidOf } from './service.ts'

const present = { name: 'Bruno', availability: 'AVAILABLE', awayReason: null, awaySince: null, workingHours: null }
const usual: Answers = { 'GET /v1/me/sessions': { sessions: [] }, 'GET /v1/experts/me/record': {} }
const openMe = (answers: Answers = {}) =>
  openDesk('/desk/me', { ...usual, 'GET /v1/experts/me': present, ...answers }, { role: 'expert' })

test('an expert changes their password, and a wrong current one is refused at the form', async () => {
  const message = 'The current password is wrong.'
  const wrong = refuse(400, 'password_wrong', {
    message,
    details: [{ field: 'currentPassword', rule: 'password', message }],
  })
  const { asked } = await openMe({
    'POST /v1/me/password': ({ body }) => (body.currentPassword === 'mine' ? {} : wrong),
  })
  const [former, next] = [
    page.getByLabelText('Current password', { exact: true }),
    page.getByLabelText('New password', { exact: true }),
  ]
  const button = page.getByRole('button', { name: 'Change the password' })
  await next.fill('a long sentence of mine')
  await former.fill('a guess')
  await button.click()
  await expect.element(page.getByText(message).first()).toBeVisible()
  await expect.element(next).toHaveValue('a long sentence of mine')

  await former.fill('mine')
  await button.click()
  await expect.element(page.getByText('The password was changed.')).toBeVisible()
  for (const field of [former, next]) await expect.element(field).toHaveValue('')
  await expect.element(former).toHaveAttribute('autocomplete', 'current-password')
  await expect.element(next).toHaveAttribute('autocomplete', 'new-password')
  expect(asked('POST /v1/me/password')).toHaveLength(2)
})

test('the fields of a shift keep their focus and text while an earlier shift is removed', async () => {
  await openMe()
  for (let n = 0; n < 3; n++) await page.getByRole('button', { name: 'Add a shift' }).click()
  const from = page.getByRole('group', { name: 'Wednesday' }).getByLabelText('From')
  await from.fill('10:30')
  await from.click({ position: { x: 12, y: 12 } })
  // By script, because a click would take the focus.
  const remove = page.getByRole('button', { name: 'Remove the shift of Monday' }).element()
  ;(remove as HTMLElement).click()

  await expect.element(page.getByRole('group', { name: 'Monday' })).not.toBeInTheDocument()
  await expect.element(from).toHaveValue('10:30')
  await userEvent.keyboard('11')
  await expect.element(from).toHaveValue('11:30')
})

test('an expert sets working hours and a theme, turns single keys off, and all of it stays', async () => {
  let profile: Body = present
  const { reload, asked } = await openMe({
    'GET /v1/experts/me': () => profile,
    'PUT /v1/experts/me': ({ body }) => {
      profile = { ...profile, ...body }
      return profile
    },
  })
  const save = page.getByRole('form', { name: 'Working hours' }).getByRole('button', { name: 'Save' })
  await page.getByRole('combobox', { name: 'Time zone' }).selectOptions('Europe/Berlin')
  await expect.element(save).toBeDisabled()
  await page.getByRole('button', { name: 'Add a shift' }).click()
  await page.getByRole('button', { name: 'Add a shift' }).click()
  await page.getByLabelText('From').first().fill('08:30')
  await page.getByRole('button', { name: 'Remove the shift of Tuesday' }).click()
  await save.click()
  await page.getByRole('combobox', { name: 'Theme' }).selectOptions('dark')
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await expect
    .poll(() => asked('PUT /v1/experts/me').at(-1)?.body.workingHours)
    .toEqual({
      timeZone: 'Europe/Berlin',
      days: [{ day: 1, from: '08:30', to: '17:00' }],
    })

  reload()
  await expect.element(page.getByRole('group', { name: 'Monday' })).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Theme' })).toHaveValue('dark')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  await userEvent.keyboard('?')
  expect(page.getByRole('heading', { name: 'Keys' }).query()).toBeNull()
})

const back = () => page.getByRole('button', { name: 'I am back' })
const availability = () => page.getByRole('combobox', { name: 'Your availability' })

/** Opens the desk of an expert who is AWAY. Any change of the profile ends an absence that routing began. */
function openAbsent(awayReason: 'MISSED_OFFERS' | null) {
  let profile: Body = {
    ...present,
    availability: 'AWAY',
    awayReason,
    missedOffers: 3,
    awaySince: '2026-01-31T09:30:00Z',
  }
  return openDesk(
    '/desk/offers',
    {
      ...serveQuestions('expert', [keepQuestion('Where is my card?')]),
      'GET /v1/experts/me': () => profile,
      'PUT /v1/experts/me': ({ body }) => {
        profile = { ...(awayReason ? { ...profile, ...present } : profile), ...body }
        return profile
      },
    },
    { role: 'expert' },
  )
}

/** Makes the page believe that it was hidden for this time. */
function hideFor(minutes: number) {
  const look = (state: string) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const { now } = Date
  look('hidden')
  Date.now = () => now() + minutes * 60_000
  look('visible')
  Date.now = now
}

test('missed offers that made an expert away stand on a banner, whose button ends it', async () => {
  await openAbsent('MISSED_OFFERS')
  await expect.element(page.getByText(/3 offers ran out without an answer/)).toBeVisible()
  expect(await findAccessibilityFaults()).toEqual([])
  await back().click()

  await expect.element(availability()).toHaveValue('AVAILABLE')
  await expect.element(back()).not.toBeInTheDocument()
})

test('an expert who is away after missed offers is back with the next key', async () => {
  await openAbsent('MISSED_OFFERS')
  await expect.element(back()).toBeVisible()
  await userEvent.keyboard('j')

  await expect.element(availability()).toHaveValue('AVAILABLE')
  await expect.element(page.getByText('You are available again.')).toBeVisible()
})

test('an expert who is away after missed offers is back when the page was hidden for ten minutes, but not for nine', async () => {
  const { asked } = await openAbsent('MISSED_OFFERS')
  await expect.element(back()).toBeVisible()
  const looks = asked('GET /v1/experts/me').length
  hideFor(9)
  await expect.poll(() => asked('GET /v1/experts/me').length).toBe(looks + 1)
  expect(asked('PUT /v1/experts/me')).toEqual([])
  hideFor(10)

  await expect.element(availability()).toHaveValue('AVAILABLE')
})

test('an expert who chose to be away stays so after a key and a return to the page', async () => {
  const { asked } = await openAbsent(null)
  await expect.element(availability()).toHaveValue('AWAY')
  expect(back().query()).toBeNull()
  await userEvent.keyboard('j')
  hideFor(11)
  await expect.poll(() => asked('PUT /v1/experts/me').map(({ body }) => body)).toEqual([{}])

  await expect.element(availability()).toHaveValue('AWAY')
})

test('a person sees where they are signed in, ends one sign-in at once, and all others only after a question', async () => {
  let sessions = [1, 2, 3].map((at) => ({ uuid: uuidOf(at), isCurrent: at === 1 }))
  await openMe({
    'GET /v1/me/sessions': () => ({ sessions }),
    'POST /v1/me/sessions/{uuid}/end': ({ params }) => {
      sessions = sessions.filter(({ uuid }) => uuid !== params['uuid'])
      return {}
    },
    'POST /v1/me/sessions/endOthers': () => {
      sessions = sessions.filter(({ isCurrent }) => isCurrent)
      return {}
    },
  })
  const list = page.getByRole('region', { name: 'Where you are signed in' })
  const ends = list.getByRole('button', { name: /^End the sign-in: / })
  await expect.element(list.getByText('this browser')).toBeVisible()
  expect(list.getByText(/^Last used: /).elements()).toHaveLength(3)
  expect(ends.elements()).toHaveLength(2)

  await ends.first().click()
  await expect.element(page.getByText('The sign-in was ended.')).toBeVisible()
  await expect.poll(() => ends.elements().length).toBe(1)
  await list.getByRole('button', { name: 'End all others' }).click()
  const dialog = page.getByRole('dialog', { name: 'End all other sign-ins?' })
  await dialog.getByRole('button', { name: 'End all others' }).click()
  await expect.element(list.getByText('You are not signed in anywhere else.')).toBeVisible()
  await expect.element(list.getByRole('heading')).toHaveFocus()
})

test('a person who cannot be signed out reads that they are still signed in', async () => {
  await openMe({ 'POST /v1/oauth/session/end': noAnswer })
  await page.getByRole('button', { name: 'Sign out' }).click()

  await expect.element(page.getByText('You are still signed in.')).toBeVisible()
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Sign out' })).toBeVisible()
})

test('the record of an expert says what will stand there, and shows what they did', async () => {
  await openMe({ 'GET /v1/experts/me/record': {} })
  const row = (table: string, name: RegExp) => page.getByRole('table', { name: table }).getByRole('row', { name })
  await expect.element(row('Offers and claims', /^Received /)).toBeVisible()
  await expect.element(row('Answers', /^Resolved /)).toBeVisible()
  expect(await findFaultsOfLooks()).toEqual([])
})

test.each([
  ['expert', 'en'],
  ['expert', 'de'],
  ['admin', 'en'],
  ['admin', 'de'],
] as const)('the navigation of a phone has whole words, and a way out: %s, %s', async (role, language) => {
  onTestFinished(() => page.viewport(1280, 800))
  await openDesk('/desk/me', { ...usual, 'GET /v1/experts/me': present }, { role, languages: [language] })
  await page.viewport(360, 740)
  await expect.element(page.getByRole('button', { name: /^(Sign out|Abmelden)$/ })).toBeVisible()
  await expect.element(page.getByRole('navigation').getByRole('listitem').first()).toBeVisible()
  const broken: string[] = []
  for (const label of document.querySelectorAll('nav li a > span')) {
    const text = label.firstChild
    // Counts beside a label are elements.
    if (!(text instanceof Text)) continue
    for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const { left, right } = range.getBoundingClientRect()
      const place = label.closest('li')?.getBoundingClientRect()
      if (range.getClientRects().length > 1 || !place || left < place.left || right > place.right) broken.push(word)
    }
  }
  expect(broken).toEqual([])
  expect(document.documentElement.scrollWidth).toBe(360)
})
