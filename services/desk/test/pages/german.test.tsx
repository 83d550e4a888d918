import { findEnglish } from '@askline/testing/find-english'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import codes from '../../messages/admin/codes/de.json'
import { eventIcons } from '../../src/admin/questions/event-icons.ts'
import { adminPages } from './admin-pages.ts'
import { shownPage, waitUntilLoaded } from './faults.ts'
import { openDesk } from './open-desk.tsx'
import { type Answers, exactly, uuidOf } from './service.ts'

/** The codes of a group, for example `row`. */
const codesOf = (group: string) =>
  Object.keys(codes)
    .filter((code) => code.startsWith(`${group}.`))
    .map((code) => code.slice(group.length + 1))

const reasons = ['stalled', 'malformed_payload', 'unknown_job', 'postgres_57014', 'ETIMEDOUT']
const kinds = ['job', 'outbox', 'deadline']
const letters = codesOf('deadLetter.task').map((name, at) => ({
  name,
  kind: kinds[at % kinds.length],
  reason: reasons[at % reasons.length],
  isReplayable: at % 2 === 0,
  outcome: null,
  dateSettled: null,
}))
const suspensions = ['CONTESTED', 'REJECTED', 'FORGOTTEN', 'BY_ADMIN', 'EDITED'].map((reason) => ({ reason }))
const stores = { questions: 3, messages: 1, responses: 2, text_requests: 4 }
const causes = ['rarely_resolved', 'no_expert']

/** Answers with every code that there is, so that their pages say all that they can. */
const withAllCodes: Record<string, Answers> = {
  '': {
    'GET /v1/admin/invariants': { invariants: codesOf('invariant').map((name) => ({ name })) },
  },
  '/dead-letters': { 'GET /v1/admin/dead-letters': { deadLetters: letters } },
  [`/questions/${uuidOf(1)}`]: {
    'GET /v1/admin/questions/{uuid}/events': {
      events: Object.keys(eventIcons).map((type, at) => ({ type, seq: at + 1 })),
    },
    'GET /v1/admin/questions/{uuid}/routing': {
      decisions: [
        { kind: 'wave', wave: 1, experts: [{ reasonCodes: [], reasons: [], declineReason: null }] },
        { kind: 'wait', wave: 2, experts: [], others: [] },
        ...causes.map((cause, at) => ({ kind: 'reroute', wave: 3 + at, cause, experts: [], others: [] })),
      ],
    },
  },
  '/knowledge': { 'GET /v1/admin/knowledge': { knowledge: suspensions.map((suspended) => ({ suspended })) } },
  '/training': {
    'GET /v1/admin/files': {
      files: [
        ...codesOf('file').map((code) => ({ status: 'REFUSED', fault: { code }, refused: [], notes: [] })),
        {
          status: 'READY',
          fault: null,
          refused: codesOf('row').map((reason, line) => ({ reason, line })),
          rowsRefused: 100,
          notes: codesOf('note').map((code) => ({ code })),
        },
      ],
    },
  },
  '/privacy': {
    'GET /v1/users/forget': {
      receipts: [
        { status: 'ERASED', erased: exactly(stores), remains: codesOf('remains').map((code) => ({ code })) },
        { status: 'ERASED', erased: exactly(stores), remains: [] },
      ],
    },
  },
}

async function openInGerman(path: string, answers: Answers) {
  await openDesk(path, answers, { languages: ['de-DE'] })
  await waitUntilLoaded()
  for (const one of document.querySelectorAll('details')) one.open = true
}

test.each(Object.entries(adminPages))('a German admin reads no English on /desk/admin%s', async (path, { answers }) => {
  await openInGerman(`/desk/admin${path}`, { ...answers, ...withAllCodes[path] })
  expect(await findEnglish(shownPage)).toEqual([])
})

const staffPages: Record<string, Answers> = {
  '/desk/replies': { 'GET /v1/replies': {} },
  '/desk/me': {
    'GET /v1/experts/me': { awayReason: null, awaySince: null },
    'GET /v1/experts/me/record': {},
    'GET /v1/me/sessions': {},
  },
}
test.each(Object.entries(staffPages))('a German expert reads no English on %s', async (path, answers) => {
  await openDesk(path, answers, { role: 'expert', languages: ['de-DE'] })
  await waitUntilLoaded()
  expect(await findEnglish(shownPage)).toEqual([])
})

test('each list of an expert has the name of its place in the rail', async () => {
  await openDesk('/desk/offers', {}, { role: 'expert', languages: ['de-DE'] })
  for (const name of ['Angebote', 'Übernommen', 'Beantwortet']) {
    await page.getByRole('navigation').getByRole('link', { name }).click()
    await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
})

test('the check finds English', async () => {
  await openDesk('/desk/replies', { 'GET /v1/replies': {} }, { role: 'expert', languages: ['de-DE'] })
  await waitUntilLoaded()
  const line = document.querySelector('main')?.appendChild(document.createElement('p'))
  line?.append('There is the answer.')
  expect(await findEnglish(shownPage)).toEqual(['There is the answer.'])
  line?.remove()
})
