import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findAccessibilityFaults, findFaultsOfLooks } from './faults.ts'
import { openDesk } from './open-desk.tsx'
import { type Answers, noAnswer, refuse, uuidOf } from './service.ts'

const training: Answers = {
  'GET /v1/admin/training': { version: 'first' },
  'GET /v1/admin/files': { files: [] },
  'GET /v1/admin/models': { models: [] },
}
const now = '2026-01-31T09:30:00Z'
const live: Answers = { 'GET /v1/admin/live': { now }, 'GET /v1/admin/invariants': {} }
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

test('an admin changes a setting, and only that one is sent', async () => {
  let tolerance = 0
  const { asked, reload } = await openDesk('/desk/admin/training', {
    ...training,
    'GET /v1/admin/training': () => ({ tolerance }),
    'PUT /v1/admin/training': ({ body }) => {
      tolerance = body.tolerance
      return body
    },
  })
  const field = page.getByRole('spinbutton', { name: 'Accuracy that a new model may lose' })
  await field.fill('3')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The changes were saved.')).toBeVisible()

  reload()
  await expect.element(field).toHaveValue(3)
  expect(asked('PUT /v1/admin/training').map(({ body }) => body)).toEqual([{ tolerance: 0.03 }])
})

test('of two admins who change the same setting, the second reads that it was changed and decides', async () => {
  const { asked } = await openDesk('/desk/admin/training', {
    ...training,
    'PUT /v1/admin/training': ({ headers }) => (headers.has('if-match') ? refuse(412, 'version_mismatch') : {}),
  })
  await page.getByRole('spinbutton', { name: 'Uploads in 24 hours' }).fill('70')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Somebody changed this meanwhile.')).toBeVisible()
  await page.getByRole('button', { name: 'Save mine over theirs' }).click()
  await expect.element(page.getByText('Somebody changed this meanwhile.')).not.toBeInTheDocument()

  const sent = () => asked('PUT /v1/admin/training')
  await expect.poll(() => sent().map(({ headers }) => headers.get('if-match'))).toEqual(['"first"', null])
  expect(sent().at(-1)?.body).toEqual({ bytesPerDay: 70 * 1024 * 1024 })
})

test('a filter stands in the address, and the address opens the filtered list', async () => {
  const { reload } = await openDesk('/desk/admin/audit', {
    'GET /v1/admin/audit': ({ query }) => ({ entries: query['action'] ? [] : [{}] }),
  })
  await page.getByRole('combobox', { name: 'Act' }).selectOptions('Category changed')
  await expect.element(page.getByText('Nothing matches the filters.')).toBeVisible()
  expect(location.search).toBe('?action=category_updated')

  reload()
  await expect.element(page.getByText('Nothing matches the filters.')).toBeVisible()
})

test('an address with a filter that does not exist says so in a sentence of the page, and shows the list without it', async () => {
  await openDesk('/desk/admin/questions?status=NOWHERE', {
    'GET /v1/admin/questions': ({ query }) =>
      query['status'] === 'NOWHERE'
        ? refuse(400, 'invalid_request', {
            details: [{ field: 'querystring.status', rule: 'enum', message: 'status must be UNRESOLVED' }],
          })
        : {},
    'GET /v1/admin/categories': {},
    'GET /v1/admin/experts': {},
  })
  const fault = page.getByText('A filter in the address of this page is not valid.')
  await expect.element(fault).toBeVisible()
  expect(page.getByText(/UNRESOLVED|must be/).query()).toBeNull()
  expect(await findAccessibilityFaults()).toEqual([])

  await page.getByRole('alert').getByRole('button', { name: 'Clear filters' }).click()

  await expect.element(fault).not.toBeInTheDocument()
  expect(location.search).toBe('')
})

test('the first steps are the first page of a new company; each leads to its place and back, until they are hidden', async () => {
  const done = new Set(['BACKUP'])
  let isDismissed = false
  const { reload } = await openDesk('/desk', {
    ...live,
    'GET /v1/admin/start': () => ({
      steps: ['CATEGORY', 'EXPERTS', 'INTEGRATION', 'ANSWER', 'BACKUP'].map((name) => ({
        name,
        isDone: done.has(name),
      })),
      isDismissed,
    }),
    'GET /v1/admin/experts': { experts: [] },
    'GET /v1/admin/categories': {},
    'GET /v1/admin/company': {},
    'POST /v1/admin/experts': () => {
      done.add('EXPERTS')
      return { name: 'Grace', invitation: { url: 'https://help.example.org/invitation#a' } }
    },
    'GET /v1/admin/experts/{uuid}': { name: 'Grace' },
    'GET /v1/admin/experts/{uuid}/record': {},
    'GET /v1/admin/users/{uuid}/credentials': { credentials: [] },
    'GET /v1/admin/users/{uuid}/sessions': { sessions: [] },
    'POST /v1/admin/start/dismiss': () => {
      isDismissed = true
      return {}
    },
  })
  await expect.element(heading('First steps')).toBeVisible()
  await page.getByRole('link', { name: 'Live', exact: true }).click()
  await expect.element(heading('Live')).toBeVisible()
  await page.getByRole('link', { name: 'First steps' }).click()
  await expect.element(page.getByText('1 of 5 done')).toBeVisible()
  expect(location.pathname).toBe('/desk/admin/start')

  await page.getByRole('link', { name: 'Open the experts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an expert' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Grace')
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('grace@example.com')
  await dialog.getByRole('button', { name: 'Add an expert' }).click()
  await page.getByRole('dialog', { name: 'Invitation for Grace' }).getByRole('button', { name: 'Done' }).click()
  await expect.element(heading('Grace')).toBeVisible()
  const line = page.getByRole('status').filter({ hasText: 'Add three experts' })
  await expect.element(line.getByText('done')).toBeVisible()
  expect(await findAccessibilityFaults()).toEqual([])
  await page.getByRole('link', { name: 'Back to the first steps' }).click()
  await expect.element(page.getByText('2 of 5 done')).toBeVisible()

  await page.getByRole('button', { name: 'Hide this page' }).click()
  const question = page.getByRole('dialog', { name: 'Hide the first steps?' })
  await question.getByRole('button', { name: 'Hide this page' }).click()
  await expect.element(page.getByText('The first steps are hidden.')).toBeVisible()
  reload('/desk/admin')
  await expect.element(heading('Live')).toBeVisible()
  expect(page.getByRole('link', { name: 'First steps' }).query()).toBeNull()
})

test('the live picture counts a new question by itself and opens the questions of a stage', async () => {
  let count = 0
  await openDesk('/desk/admin', {
    'GET /v1/admin/live': () => ({ now, stages: [{ stage: 'AGENTS', count, oldest: count ? {} : null }] }),
    'GET /v1/admin/invariants': {},
    'GET /v1/admin/questions': {},
    'GET /v1/admin/categories': {},
    'GET /v1/admin/experts': {},
  })
  const card = page.getByRole('listitem').filter({ hasText: "Agents' turn" })
  await expect.element(card.getByText('none')).toBeVisible()
  await expect.element(card.getByText('Agents answer these questions.')).toBeVisible()
  const lastHour = page.getByRole('region', { name: 'Last hour' })
  await expect.element(lastHour.getByText('Questions that received their first answer.')).toBeVisible()

  count = 1
  await expect.element(card.getByText('1', { exact: true })).toBeVisible()
  await card.getByRole('link', { name: "Agents' turn" }).click()

  await expect.element(page.getByRole('link', { name: 'How do I reset my card PIN?' })).toBeVisible()
  expect(location.search).toBe('?stage=AGENTS')
})

const letter = { name: 'drain-backlog', isReplayable: true, outcome: null, dateSettled: null }

test('a dead letter is replayed after the admin confirmed it', async () => {
  const { asked } = await openDesk('/desk/admin/dead-letters', {
    'GET /v1/admin/dead-letters': { deadLetters: [letter] },
    'POST /v1/admin/dead-letters/{uuid}/replay': {},
  })
  const replay = page.getByRole('button', { name: 'Replay' })
  await replay.click()
  const dialog = page.getByRole('dialog', { name: 'Replay this work?' })
  await expect.element(dialog).toBeVisible()
  expect(await findAccessibilityFaults()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(replay).toHaveFocus()
  expect(asked('POST /v1/admin/dead-letters/{uuid}/replay')).toEqual([])
  await replay.click()
  await dialog.getByRole('button', { name: 'Replay' }).click()

  await expect.element(page.getByText('There are no dead letters.')).toBeVisible()
  expect(asked('POST /v1/admin/dead-letters/{uuid}/replay')).toHaveLength(1)
})

test('the focus goes to the next row when its row went away, and to the heading after the last one', async () => {
  await openDesk('/desk/admin/dead-letters', {
    'GET /v1/admin/dead-letters': { deadLetters: [letter, letter, letter] },
    'POST /v1/admin/dead-letters/{uuid}/discard': {},
  })
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Discard' }) })
  const discard = async (at: number, left: number) => {
    await rows.nth(at).getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.poll(() => rows.elements().length).toBe(left)
  }
  const hasFocus = () => rows.first().element().contains(document.activeElement)

  await discard(0, 2)
  await expect.poll(hasFocus).toBe(true)
  await discard(1, 1)
  await expect.poll(hasFocus).toBe(true)
  await discard(0, 0)
  await expect.element(heading('Dead letters')).toHaveFocus()
})

test('the focus goes to the heading of a form when its button to save went away', async () => {
  await openDesk('/desk/admin/training', { ...training, 'PUT /v1/admin/training': {} })
  await page.getByRole('spinbutton', { name: 'Accuracy that a new model may lose' }).fill('4')
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect.element(save).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Settings' })).toHaveFocus()
})

test("an admin advances the sandbox's clock and reads how many deadlines were met", async () => {
  let advance: object | null = null
  const { asked } = await openDesk('/desk/admin/clock', {
    'GET /v1/admin/clock': () => ({ isSandbox: true, now, advance }),
    'POST /v1/admin/clock': () => {
      advance = { isFinished: true, moves: 2, from: now, to: now, now }
      return advance
    },
  })
  await page.getByRole('combobox', { name: 'Advance by' }).selectOptions('1 week')
  await page.getByRole('button', { name: 'Advance' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Advance' }).click()

  await expect.element(page.getByText(/2 deadlines were met\./)).toBeVisible()
  expect(asked('POST /v1/admin/clock')[0]?.body).toEqual({ advance: 'P7D' })
})

test('a person is forgotten only after the address was typed again, and the receipt shows the progress', async () => {
  let receipts: object[] = []
  const { asked } = await openDesk('/desk/admin/privacy', {
    'GET /v1/users/forget': () => ({ receipts }),
    'POST /v1/users/forget': () => {
      receipts = [{ status: 'ERASING', erased: {} }]
      return {}
    },
    'GET /v1/users/forget/{uuid}': { status: 'ERASED', erased: { questions: 1 }, remains: [] },
  })
  await page.getByRole('textbox', { name: 'E-mail address of the person' }).fill('dora@example.com')
  await page.getByRole('button', { name: 'Forget the person' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Forget the person' })
  await expect.element(confirm).toBeDisabled()
  await dialog.getByRole('textbox').fill('dora@example.com')
  await confirm.click()

  await expect.element(page.getByRole('cell', { name: 'Erasing' })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'Erased' })).toBeVisible()
  await expect.element(page.getByText(/\b1 question\b/)).toBeVisible()
  expect(asked('POST /v1/users/forget')[0]?.body).toEqual({ userEmail: 'dora@example.com' })
})

test('of 10,000 questions at most 60 rows are in the document, and scrolling loads the next pages', async () => {
  await openDesk('/desk/admin/questions', {
    'GET /v1/admin/questions': ({ query }) => {
      const first = Number(query['cursor'] ?? 0)
      const questions = Array.from({ length: 100 }, (_, at) => ({
        uuid: uuidOf(first + at),
        subject: `Copy ${first + at}`,
      }))
      return { questions, paging: { nextCursor: first < 9_900 ? String(first + 100) : null } }
    },
    'GET /v1/admin/categories': {},
    'GET /v1/admin/experts': {},
  })
  const rows = page.getByRole('table').getByRole('row')
  await expect.element(page.getByRole('link', { name: 'Copy 0', exact: true })).toBeVisible()
  const region = page.getByRole('region', { name: 'All questions' }).element()

  await expect
    .poll(() => {
      region.scrollTop = region.scrollHeight
      return Number(rows.elements().at(-1)?.getAttribute('aria-rowindex'))
    })
    .toBeGreaterThan(200)

  expect(rows.elements().length).toBeLessThanOrEqual(60)
})

test('a table takes the focus, so that keys scroll it, only while its rows do not fit', async () => {
  await openDesk('/desk/admin/questions', {
    'GET /v1/admin/questions': {},
    'GET /v1/admin/categories': {},
    'GET /v1/admin/experts': {},
  })
  const region = page.getByRole('region', { name: 'All questions' })
  await expect.element(page.getByRole('link', { name: 'How do I reset my card PIN?' })).toBeVisible()
  await expect.element(region).not.toHaveAttribute('tabindex')

  await page.viewport(360, 300)

  await expect.element(region).toHaveAttribute('tabindex', '0')
})

test('a list that cannot be loaded says so and is loaded by another try', async () => {
  const { answer } = await openDesk('/desk/admin/audit', { 'GET /v1/admin/audit': noAnswer })
  await expect.element(page.getByText('This could not be loaded.')).toBeVisible()

  answer({ 'GET /v1/admin/audit': {} })
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect.element(page.getByRole('table', { name: 'Audit log' })).toBeVisible()
})

test('the audit log says in words why an act failed, and shows a short id in full', async () => {
  const failure = { action: 'sign_in', outcome: 'failure', actor: { kind: 'nobody', uuid: null } }
  await openDesk('/desk/admin/audit', {
    'GET /v1/admin/audit': {
      entries: [
        { ...failure, id: '1', reason: 'wrong_password', targetId: 'askline-desk' },
        { ...failure, id: '2', reason: 'too_new', targetId: null },
      ],
    },
  })

  await expect.element(page.getByText('The password was wrong.')).toBeVisible()
  await expect.element(page.getByText('too_new')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy the id askline-desk' })).toBeVisible()
})

test('in a narrow window the places are behind a button, and Escape or a choice closes them', async () => {
  await openDesk('/desk/admin', { ...live, 'GET /v1/admin/audit': {} })
  await expect.element(heading('Live')).toBeVisible()
  await page.viewport(360, 740)
  const place = page.getByRole('link', { name: 'Audit log' })
  const button = page.getByRole('button', { name: 'Places' })
  await button.click()
  await expect.element(place).toBeVisible()
  expect(await findAccessibilityFaults()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(place).not.toBeInTheDocument()

  await button.click()
  await place.click()

  await expect.element(heading('Audit log')).toBeVisible()
  await expect.element(place).not.toBeInTheDocument()
  history.back()
  await expect.element(heading('Live')).toBeVisible()
  await expect.element(place).not.toBeInTheDocument()
})

test('an expert has no administration', async () => {
  await openDesk('/desk/admin', {}, { role: 'expert' })
  await expect.element(page.getByText('There is no such page.')).toBeVisible()
  expect(page.getByRole('link', { name: 'Administration' }).query()).toBeNull()
})

const pages: Record<string, Answers> = {
  '': live,
  '/start': { 'GET /v1/admin/start': {} },
  '/questions': { 'GET /v1/admin/questions': {}, 'GET /v1/admin/categories': {}, 'GET /v1/admin/experts': {} },
  '/dead-letters': { 'GET /v1/admin/dead-letters': { deadLetters: [letter] } },
  '/training': {
    'GET /v1/admin/training': {},
    'GET /v1/admin/files': { files: [{ status: 'READY' }] },
    'GET /v1/admin/models': {},
  },
  '/audit': { 'GET /v1/admin/audit': {} },
  '/privacy': { 'GET /v1/users/forget': {} },
  '/clock': { 'GET /v1/admin/clock': { isSandbox: true, now, advance: null } },
}
test.each(Object.entries(pages))('nothing is wrong with the looks of /desk/admin%s', async (path, answers) => {
  await openDesk(`/desk/admin${path}`, answers)
  expect(await findFaultsOfLooks()).toEqual([])
})
