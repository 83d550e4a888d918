import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findAccessibilityFaults } from './faults.ts'
import { openDesk } from './open-desk.tsx'
import { uuidOf } from './service.ts'

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
