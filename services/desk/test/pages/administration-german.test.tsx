import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findAccessibilityFaults } from './faults.ts'
import { openDesk } from './open-desk.tsx'
import { refuse, uuidOf } from './service.ts'

const german = { languages: ['de-DE'] }

test('a German admin reads in German why a question went to its experts', async () => {
  const bruno = {
    verdict: 'offered',
    reasonCodes: [],
    reasons: [],
    unmet: null,
    declineReason: null,
    outcome: 'pending',
  }
  await openDesk(
    `/desk/admin/questions/${uuidOf(1)}`,
    {
      'GET /v1/questions/{uuid}': { conversation: { messages: [], responses: [] } },
      'GET /v1/messages': { messages: [] },
      'GET /v1/admin/questions/{uuid}/events': {},
      'GET /v1/admin/questions/{uuid}/routing': {
        decisions: [
          { kind: 'wave', asked: 1, considered: 2, cause: null, experts: [bruno], others: [{ verdict: 'away' }] },
        ],
        deadlines: [{ name: 'expiry' }],
      },
    },
    german,
  )
  const timeline = page.getByRole('region', { name: 'Was geschah' })

  await expect.element(timeline.getByText(/^Welle 1 ging an 1 von 2 Experten\./)).toBeVisible()
  await expect.element(timeline.getByText(/^Wurde gefragt\./)).toBeVisible()

  expect(document.querySelectorAll('main section [lang=en]')).toHaveLength(0)
})

test('a dead letter that cannot be replayed says so, in German on a German page', async () => {
  const letter = { name: 'route-question', reason: 'stalled', attempts: 5, outcome: null, dateSettled: null }
  await openDesk(
    '/desk/admin/dead-letters',
    { 'GET /v1/admin/dead-letters': { deadLetters: [{ ...letter, isReplayable: false }] } },
    german,
  )
  const words = page.getByText(/^Experten für eine Frage finden: 5-mal vergeblich versucht\./)
  await expect.element(words).toBeVisible()
  await expect
    .element(page.getByText('Wiederholen ist nicht möglich, weil zu wenig davon gespeichert ist.'))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Verwerfen' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Wiederholen' }).query()).toBeNull()
  expect(await findAccessibilityFaults()).toEqual([])
})

test('a German admin reads in German what was erased of a person', async () => {
  await openDesk(
    '/desk/admin/privacy',
    { 'GET /v1/users/forget': { receipts: [{ status: 'ERASED', erased: { questions: 1 } }] } },
    german,
  )
  await expect.element(page.getByText(/\b1 Frage\b/)).toBeVisible()
})

test('on a German page every refused field says why in German', async () => {
  const fault = (field: string, rule: string) => ({ field, rule, message: `${field} is refused` })
  const details = [fault('settings.bannedDomains.1', 'domain'), fault('settings.ratingSystem.values.1', 'name')]
  await openDesk(
    '/desk/admin/company',
    { 'GET /v1/admin/company': {}, 'PUT /v1/admin/company': refuse(400, 'invalid_request', { details }) },
    german,
  )
  await page.getByRole('textbox', { name: 'Abgelehnte E-Mail-Domains' }).fill('spam.example\nkeine Domain')
  await page.getByRole('textbox', { name: 'Werte' }).fill('OK\nnicht gut')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(page.getByText('Zeile 2: Das ist keine Domain wie spam.example.')).toBeVisible()
  await expect.element(page.getByText('Zeile 2: Nur Buchstaben, Ziffern, Bindestriche')).toBeVisible()
})

test('a German admin reads in German that an address is taken', async () => {
  const message = 'The company already has a person with this e-mail address.'
  await openDesk(
    `/desk/admin/staff/${uuidOf(1)}`,
    {
      'GET /v1/admin/staff/{uuid}': {},
      'PUT /v1/admin/staff/{uuid}': refuse(400, 'email_taken', {
        details: [{ field: 'email', rule: 'unique', message }],
      }),
      'GET /v1/admin/users/{uuid}/credentials': { credentials: [] },
      'GET /v1/admin/users/{uuid}/sessions': { sessions: [] },
    },
    german,
  )
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('edda@example.com')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(page.getByText('Diese E-Mail-Adresse wird schon verwendet.')).toBeVisible()
})

test.each([
  ['private', 'Die Adresse führt in ein privates Netz.'],
  ['port', 'Nur die Ports 443 und 8443 sind möglich.'],
])('a German admin reads beside the address of a webhook why it is refused: %s', async (rule, text) => {
  const details = [{ field: 'body.url', rule, message: 'url is refused' }]
  const answers = {
    'GET /v1/admin/webhooks': { webhooks: [] },
    'POST /v1/admin/webhooks': refuse(400, 'address_refused', { details }),
  }
  await openDesk('/desk/admin/webhooks?add=yes', answers, german)
  const dialog = page.getByRole('dialog')
  const address = dialog.getByRole('textbox', { name: 'Adresse' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Lager')
  await address.fill('https://example.com/')
  await dialog.getByRole('button', { name: 'Webhook hinzufügen' }).click()
  await expect.element(address).toHaveAccessibleDescription(new RegExp(text))
})
