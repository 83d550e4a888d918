import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findFaultsOfLooks } from './faults.ts'
import { keep } from './kept.ts'
import { openDesk } from './open-desk.tsx'
import { type Answers, type Body, noAnswer, refuse, uuidOf } from './service.ts'

const heading = (name: string, level = 1) => page.getByRole('heading', { level, name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const link = (name: string) => page.getByRole('link', { name, exact: true })
const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text }).last()

/** Presses a button, and the one of the same name in the dialog that it opens. */
async function confirm(name: string, first = button(name)) {
  await first.click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}

const onePath = '/v1/admin/knowledge/{uuid}'
const noConflict: Answers = { 'GET /v1/admin/answers/conflicts': { conflicts: [] } }
const onePage = `/desk/admin/knowledge/${uuidOf(0)}`

/** Opens the page of a known answer that the service keeps. */
async function openOne(known: Body, more: Answers = {}) {
  const kept = keep(onePath, { uuid: uuidOf(0), suspended: null, ...known })
  const desk = await openDesk(onePage, { ...noConflict, ...kept.answers, ...more })
  return { ...desk, kept }
}

test('an admin adds a known answer, finds it by its words, changes it and removes it', async () => {
  let known: Body[] = []
  const kept = keep(onePath, { suspended: null })
  const { asked } = await openDesk('/desk/admin/knowledge', {
    ...noConflict,
    ...kept.answers,
    'GET /v1/admin/knowledge': () => ({ knowledge: known }),
    'POST /v1/admin/knowledge': ({ body }) => {
      known = [body]
      return kept.change({ ...body, source: 'ADMIN', file: null, sourceQuestions: [] })
    },
    'POST /v1/admin/knowledge/{uuid}/remove': () => {
      known = []
      return { uuid: uuidOf(0) }
    },
  })
  await button('Add an answer').click()
  const dialog = page.getByRole('dialog', { name: 'Add an answer' })
  await dialog.getByRole('textbox', { name: 'Question' }).fill('Where do the otters sleep?')
  await dialog.getByRole('textbox', { name: 'Answer' }).fill('In the reeds.')
  await dialog.getByRole('textbox', { name: 'Language' }).fill('EN')
  await dialog.getByRole('button', { name: 'Add an answer' }).click()
  await expect.element(page.getByText('The answer was added.')).toBeVisible()
  expect(known).toEqual([{ question: 'Where do the otters sleep?', answer: 'In the reeds.', language: 'en' }])

  await page.getByRole('searchbox', { name: 'Search' }).fill('REEDS otters')
  await expect.poll(() => asked('GET /v1/admin/knowledge').at(-1)?.query['text']).toBe('REEDS otters')
  await link('Where do the otters sleep?').click()
  await expect.element(page.getByText('An admin wrote it.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Answer' }).fill('In their holt.')
  await button('Save').click()
  await expect.element(page.getByText('The changes were saved.')).toBeVisible()
  expect(asked(`PUT ${onePath}`)[0]?.body).toEqual({ answer: 'In their holt.' })

  await confirm('Remove')
  await expect.element(page.getByText('The answer was removed.')).toBeVisible()
  await expect.element(heading('Known answers')).toBeVisible()
  await expect.element(link('Where do the otters sleep?')).not.toBeInTheDocument()
})

test('an admin looks at a known answer as its reader will see it, and its preview follows the text', async () => {
  await openOne(
    { answer: '**Fish**, never bread.' },
    {
      'POST /v1/previews': ({ body }) => ({
        bodyHtml: body.text.startsWith('**') ? '<p><strong>Fish</strong></p>' : '<ol><li><em>Crabs</em></li></ol>',
      }),
    },
  )
  await button('Preview').click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect.element(preview.getByRole('strong')).toHaveTextContent('Fish')

  await page.getByRole('textbox', { name: 'Answer' }).fill('1. *Crabs*')

  await expect.element(preview.getByRole('listitem').getByRole('emphasis')).toHaveTextContent('Crabs')
})

test('an admin suspends an answer and gives it again', async () => {
  let suspended: object | null = null
  const { asked } = await openDesk(onePage, {
    ...noConflict,
    [`GET ${onePath}`]: () => ({ suspended }),
    [`PUT ${onePath}`]: ({ body }) => {
      suspended = body.isSuspended ? { reason: 'BY_ADMIN' } : null
      return { suspended }
    },
  })
  await confirm('Suspend')
  await expect.element(button('Give again')).toBeVisible()
  await confirm('Give again')
  await expect.element(button('Suspend')).toBeVisible()
  expect(asked(`PUT ${onePath}`).map(({ body }) => body)).toEqual([{ isSuspended: true }, { isSuspended: false }])
})

test('an answer of a forgotten person is never given again', async () => {
  await openOne({ suspended: { reason: 'FORGOTTEN' } })
  await expect.element(page.getByText(/never given again/)).toBeVisible()
  expect(button('Give again').query()).toBeNull()
})

test('the filter of states stands in the address, and the address opens the filtered list', async () => {
  const { reload } = await openDesk('/desk/admin/knowledge', {
    'GET /v1/admin/knowledge': ({ query }) => ({
      knowledge: [
        { question: 'Is the bridge open?', suspended: null },
        { question: 'Is the tower open?', suspended: { reason: 'CONTESTED' } },
      ].filter(({ suspended }) => query['state'] === undefined || query['state'] === suspended?.reason),
    }),
  })
  await expect.element(link('Is the bridge open?')).toBeVisible()
  await page.getByRole('combobox', { name: 'State' }).selectOptions('contested')
  await expect.element(link('Is the bridge open?')).not.toBeInTheDocument()
  await expect.element(link('Is the tower open?')).toBeVisible()

  reload()

  await expect.element(link('Is the tower open?')).toBeVisible()
  expect(link('Is the bridge open?').query()).toBeNull()
})

test('an answer that another admin changed meanwhile is not overwritten', async () => {
  const { kept } = await openOne({ answer: 'At four.' })
  const field = page.getByRole('textbox', { name: 'Answer' })
  await field.fill('At six.')
  kept.change({ answer: 'At five.' })
  await button('Save').click()

  await expect.element(page.getByText('Somebody changed this meanwhile.')).toBeVisible()
  await expect.element(field).toHaveValue('At six.')
  expect(kept.value()).toMatchObject({ answer: 'At five.' })
})

test('an address of an answer that the company does not have says that there is no such answer', async () => {
  await openDesk(onePage, { ...noConflict, [`GET ${onePath}`]: refuse(404, 'knowledge_not_found') })
  await expect.element(page.getByText('There is no such answer.')).toBeVisible()
})

test('an admin reads the precision of each category, and opens the settings that decide it', async () => {
  await openDesk('/desk/admin/answers', {
    'GET /v1/admin/answers/precision': { categories: [{ name: 'General', precision: 0.9 }] },
    'GET /v1/admin/categories/{uuid}': { name: 'General' },
  })
  const table = page.getByRole('table', { name: 'Automatic answers by category' })
  const row = table.getByRole('row').filter({ hasText: 'General' })
  await expect.element(row.getByRole('cell').first()).toHaveTextContent('90%')
  await row.getByRole('link', { name: 'General' }).click()
  await expect.element(heading('General')).toBeVisible()
})

test('for questions that were repeated without an answer, an admin writes one that also answers other wordings', async () => {
  const texts = ['Do you sell umbrellas?', 'Where do you sell red umbrellas?']
  let isAnswered = false
  const { asked } = await openDesk('/desk/admin/answers/unanswered', {
    'GET /v1/admin/answers/unanswered': () => ({
      unanswered: isAnswered ? [] : [{ count: 3, texts, times: [2, 1], words: ['umbrellas'] }],
    }),
    'POST /v1/admin/knowledge': () => {
      isAnswered = true
      return {}
    },
  })
  await expect.element(page.getByText('Asked 3 times')).toBeVisible()
  await button('Write an answer').click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('textbox', { name: 'Question' })).toHaveValue(texts[0])
  await dialog.getByText('Also answer 1 similar question').click()
  await dialog.getByRole('switch', { name: texts[1] ?? '' }).click()
  await dialog.getByRole('textbox', { name: 'Answer' }).fill('At the gate.')
  await dialog.getByRole('button', { name: 'Add an answer' }).click()

  await expect.element(page.getByText('No question was repeated without an answer.')).toBeVisible()
  expect(asked('POST /v1/admin/knowledge').map(({ body }) => body)).toEqual(
    texts.map((question) => ({ question, answer: 'At the gate.' })),
  )
})

test('an answer that askers rejected is given again', async () => {
  let answers: object[] = [{ question: 'Is the well deep?', shown: 4, rejected: 4, suspended: { reason: 'REJECTED' } }]
  const { asked } = await openDesk('/desk/admin/answers/rejected', {
    'GET /v1/admin/answers/rejected': () => ({ answers }),
    [`PUT ${onePath}`]: () => {
      answers = []
      return {}
    },
  })
  await expect.element(entry('Is the well deep?').getByText('4 of 4 askers rejected it')).toBeVisible()
  await confirm('Give again', entry('Is the well deep?').getByRole('button', { name: 'Give again' }))

  await expect.element(page.getByText('The answer is given again.')).toBeVisible()
  await expect.element(link('Is the well deep?')).not.toBeInTheDocument()
  expect(asked(`PUT ${onePath}`).map(({ body }) => body)).toEqual([{ isSuspended: false }])
})

test('an old answer leaves the list when an admin says that it is still right', async () => {
  const { asked } = await openDesk('/desk/admin/answers/stale', {
    'GET /v1/admin/answers/stale': ({ query }) => ({
      answers: [
        { question: 'How old is the oak?' },
        ...(Number(query['days']) <= 90 ? [{ question: 'How old is the elm?' }] : []),
      ],
    }),
    [`PUT ${onePath}`]: {},
  })
  await expect.element(link('How old is the oak?')).toBeVisible()
  expect(link('How old is the elm?').query()).toBeNull()
  await page.getByRole('combobox').selectOptions('90 days')
  await expect.element(link('How old is the elm?')).toBeVisible()
  await entry('How old is the oak?').getByRole('button', { name: 'Still right' }).click()

  await expect.element(link('How old is the oak?')).not.toBeInTheDocument()
  await expect.element(link('How old is the elm?')).toBeVisible()
  // A change without fields only renews the date.
  expect(asked(`PUT ${onePath}`).map(({ body, params }) => ({ body, params }))).toEqual([
    { body: {}, params: { uuid: uuidOf(0) } },
  ])
})

test('answers that contradict each other lead to each other; an admin keeps one and the others are suspended', async () => {
  const known = [
    { uuid: uuidOf(0), question: 'When does the gate open?', answer: 'At six.', suspended: null },
    { uuid: uuidOf(1), question: 'When does the gate open', answer: 'At ten.', suspended: null },
  ]
  const { asked } = await openDesk('/desk/admin/answers/conflicts', {
    'GET /v1/admin/answers/conflicts': { conflicts: [{ knowledge: known }] },
    [`GET ${onePath}`]: ({ params }) =>
      known.find(({ uuid }) => uuid === params['uuid']) ?? refuse(404, 'knowledge_not_found'),
    [`PUT ${onePath}`]: {},
  })
  await link('When does the gate open?').click()
  const rivals = page.getByRole('region', { name: 'Contradictions' })
  await expect.element(rivals.getByText('At ten.')).toBeVisible()
  expect(rivals.getByRole('listitem').elements()).toHaveLength(1)
  await rivals.getByRole('link', { name: 'When does the gate open' }).click()
  await expect.element(rivals.getByText('At six.')).toBeVisible()
  await rivals.getByRole('link', { name: 'Choose the one to keep' }).click()
  await confirm('Keep this one', entry('At ten.').getByRole('button', { name: 'Keep this one' }))

  await expect.element(page.getByText('No known answers contradict each other.')).toBeVisible()
  expect(asked(`PUT ${onePath}`).map(({ body, params }) => [params['uuid'], body])).toEqual([
    [uuidOf(0), { isSuspended: true }],
  ])
})

const training: Answers = {
  'GET /v1/admin/training': {},
  'GET /v1/admin/files': { files: [] },
  'GET /v1/admin/models': { models: [] },
}

test('an admin pins, unpins, rolls back and removes versions, and reads how reliable one is', async () => {
  let models = [2, 1].map((version) => ({ uuid: uuidOf(version), version, isRunning: version === 2, isPinned: false }))
  const all = (change: (model: (typeof models)[number]) => object) => {
    models = models.map((model) => ({ ...model, ...change(model) }))
    return {}
  }
  const { asked } = await openDesk('/desk/admin/training', {
    ...training,
    'GET /v1/admin/models': () => ({ models }),
    'POST /v1/admin/models/{uuid}/pin': ({ params }) =>
      all(({ uuid }) => ({ isPinned: uuid === params['uuid'], isRunning: uuid === params['uuid'] })),
    'POST /v1/admin/models/{uuid}/unpin': () => all(() => ({ isPinned: false })),
    'POST /v1/admin/models/rollback': () =>
      all(({ version }) => ({ isPinned: version === 1, isRunning: version === 1 })),
    'POST /v1/admin/models/{uuid}/remove': ({ params }) => {
      models = models.filter(({ uuid }) => uuid !== params['uuid'])
      return { uuid: params['uuid'] }
    },
    'GET /v1/admin/models/{uuid}': { version: 1 },
    'GET /v1/admin/models/{uuid}/compare': {},
  })
  const version = (n: number) => page.getByRole('listitem').filter({ hasText: `Version ${n}` })
  const act = async (name: string, n: number) => {
    await button(`${name}: Version ${n}`).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  }
  const badge = (n: number, text: string) => version(n).getByText(text, { exact: true })

  await act('Pin', 2)
  await expect.element(badge(2, 'pinned')).toBeVisible()
  await act('Roll back', 2)
  await expect.element(badge(1, 'running')).toBeVisible()
  await act('Unpin', 1)
  await expect.element(badge(1, 'pinned')).not.toBeInTheDocument()
  expect(button('Remove: Version 1').query()).toBeNull()
  await act('Remove', 2)
  await expect.element(version(2)).not.toBeInTheDocument()
  expect(asked('POST /v1/admin/models/rollback')).toHaveLength(1)

  await link('Version 1').click()
  const table = page.getByRole('table', { name: 'Reliability as a table' })
  await expect.element(table.getByRole('row').nth(1)).toBeVisible()
})

test('a file that is uploaded shows its progress until its version runs', async () => {
  let status = 'TRAINING'
  let files: object[] = []
  const { asked } = await openDesk('/desk/admin/training', {
    ...training,
    'GET /v1/admin/files': () => ({ files }),
    'GET /v1/admin/files/{uuid}': () => ({ status, name: 'first.csv', fault: null }),
    'POST /v1/admin/files': ({ body }) => {
      files = [{ status, name: body.get('file').name }]
      return { status, name: body.get('file').name, fault: null }
    },
  })
  await page.getByLabelText('File', { exact: true }).upload(new File(['text,class'], 'first.csv', { type: 'text/csv' }))
  await expect.element(page.getByText(/^Chosen: first\.csv/)).toBeVisible()
  await button('Upload').click()
  await expect.element(entry('first.csv').getByRole('progressbar')).toBeVisible()
  status = 'READY'
  await expect.element(entry('first.csv').getByRole('progressbar')).not.toBeInTheDocument()
  expect(asked('POST /v1/admin/files')[0]?.body.get('type')).toBe('UTTERANCES')
})

test('a page that cannot be loaded says so and is loaded by another try', async () => {
  const { answer } = await openDesk('/desk/admin/answers', { 'GET /v1/admin/answers/precision': noAnswer })
  await expect.element(page.getByText('This could not be loaded.')).toBeVisible()
  answer({ 'GET /v1/admin/answers/precision': {} })
  await button('Try again').click()
  await expect.element(page.getByRole('table', { name: 'Automatic answers by category' })).toBeVisible()
})

const pages: Record<string, Answers> = {
  '/knowledge': { 'GET /v1/admin/knowledge': {} },
  [`/knowledge/${uuidOf(0)}`]: {
    'GET /v1/admin/answers/conflicts': { conflicts: [{ knowledge: [{ uuid: uuidOf(0) }, { uuid: uuidOf(1) }] }] },
    [`GET ${onePath}`]: {},
  },
  '/answers': { 'GET /v1/admin/answers/precision': {} },
  '/answers/unanswered': { 'GET /v1/admin/answers/unanswered': {} },
  '/answers/rejected': { 'GET /v1/admin/answers/rejected': {} },
  '/answers/stale': { 'GET /v1/admin/answers/stale': {} },
  '/answers/conflicts': { 'GET /v1/admin/answers/conflicts': { conflicts: [{ knowledge: [{}, {}] }] } },
  [`/training/${uuidOf(0)}`]: { 'GET /v1/admin/models/{uuid}': {}, 'GET /v1/admin/models/{uuid}/compare': {} },
}
test.each(Object.entries(pages))('nothing is wrong with the looks of /desk/admin%s', async (path, answers) => {
  await openDesk(`/desk/admin${path}`, answers)
  expect(await findFaultsOfLooks()).toEqual([])
})
