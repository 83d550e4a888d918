import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openDesk } from './open-desk.tsx'
import { noAnswer, uuidOf } from './service.ts'

const inbox = 'GET /v1/experts/me/questions'
const field = () => page.getByRole('searchbox', { name: 'Search your answered questions' })
const question = (subject: string) => ({ uuid: uuidOf(1), conversation: { subject } })
const progress = () => page.getByRole('status').filter({ hasText: 'Still searching' })

/** Waits for nothing more than the answers that a test gives one by one. */
function openGate() {
  const waiting: (() => void)[] = []
  return {
    pass: () => new Promise<void>((resolve) => waiting.push(resolve)),
    waiting: () => waiting.length,
    open: () => waiting.shift()?.(),
  }
}

const beside = { 'GET /v1/admin/categories': {}, 'GET /v1/admin/experts': {} }

test('a search of answered questions goes on behind empty pages, and shows until then that it does', async () => {
  let findLast: () => void = () => undefined
  const lastPage = new Promise<void>((resolve) => {
    findLast = resolve
  })
  const { asked } = await openDesk(
    '/desk/answered',
    {
      [inbox]: async ({ query }) => {
        const { text, cursor = '' } = query
        if (text === undefined) return { questions: [] }
        if (cursor !== 'two') return { questions: [], paging: { nextCursor: cursor === '' ? 'one' : 'two' } }
        await lastPage
        return { questions: [question('The ferry')], paging: { nextCursor: null } }
      },
    },
    { role: 'expert' },
  )
  await field().fill('ferry')
  await expect.element(progress()).toBeVisible()

  findLast()

  await expect.element(page.getByRole('link', { name: 'The ferry' })).toBeVisible()
  expect(asked(inbox).flatMap(({ query }) => (query['text'] ? [query['cursor']] : []))).toEqual([
    undefined,
    'one',
    'two',
  ])
})

test('new words end the search for the earlier ones', async () => {
  const { asked } = await openDesk(
    '/desk/answered',
    {
      [inbox]: ({ query: { text, cursor = '0' } }) =>
        text === 'endless'
          ? { questions: [], paging: { nextCursor: String(Number(cursor) + 1) } }
          : { questions: text ? [question('The ferry')] : [], paging: { nextCursor: null } },
    },
    { role: 'expert' },
  )
  const endless = () => asked(inbox).filter(({ query }) => query['text'] === 'endless').length
  await field().fill('endless')
  await expect.poll(endless).toBeGreaterThan(3)

  await field().fill('ferry')
  await expect.element(page.getByRole('link', { name: 'The ferry' })).toBeVisible()

  const count = endless()
  await field().fill('ferry again')
  await expect.poll(() => asked(inbox).some(({ query }) => query['text'] === 'ferry again')).toBe(true)
  expect(endless()).toBe(count)
})

test('Escape in the search shows all answered questions again, and a space after the words stays', async () => {
  await openDesk(
    '/desk/answered',
    { [inbox]: ({ query: { text } }) => ({ questions: [question(text === 'ferry' ? 'The ferry' : 'The bus')] }) },
    { role: 'expert' },
  )
  await field().fill('ferry ')
  await expect.element(page.getByRole('link', { name: 'The ferry' })).toBeVisible()
  await expect.element(field()).toHaveValue('ferry ')

  await userEvent.keyboard('{Escape}')

  await expect.element(page.getByRole('link', { name: 'The bus' })).toBeVisible()
  await expect.element(field()).toHaveValue('')
})

test('after a page without rows that is not the last, a list says that it searches and fetches on by itself', async () => {
  const gate = openGate()
  const { asked } = await openDesk('/desk/admin/questions?text=otters', {
    ...beside,
    'GET /v1/admin/questions': async ({ query: { cursor = '0' } }) => {
      if (cursor !== '0') await gate.pass()
      const questions = cursor === '3' ? [{ subject: 'Where do the otters sleep?' }] : []
      return { questions, paging: { nextCursor: cursor === '3' ? null : String(Number(cursor) + 1) } }
    },
  })
  await expect.element(page.getByText('Still searching')).toBeVisible()
  await expect.element(page.getByText('Nothing matches the filters.')).not.toBeInTheDocument()

  for (const _ of [1, 2, 3]) {
    await expect.poll(gate.waiting).toBe(1)
    gate.open()
  }

  await expect.element(page.getByRole('link', { name: 'Where do the otters sleep?' })).toBeVisible()
  await expect.element(page.getByText('Still searching')).not.toBeInTheDocument()
  expect(asked('GET /v1/admin/questions').map(({ query }) => query['cursor'])).toEqual([undefined, '1', '2', '3'])
})

test('another search ends the one that is under way, and so does another page', async () => {
  const gate = openGate()
  const { asked } = await openDesk('/desk/admin/questions?text=otters', {
    ...beside,
    'GET /v1/admin/audit': {},
    'GET /v1/admin/questions': async ({ query: { text, cursor = '0' } }) => {
      if (cursor !== '0') await gate.pass()
      if (cursor !== '0' && text === 'otters') return { questions: [{ subject: 'Where do the otters sleep?' }] }
      return { questions: [], paging: { nextCursor: '1' } }
    },
  })
  const requests = () => asked('GET /v1/admin/questions').map(({ query }) => `${query['text']} ${query['cursor']}`)
  await expect.poll(gate.waiting).toBe(1)

  await page.getByRole('searchbox', { name: 'Search' }).fill('beavers')
  await expect.poll(gate.waiting).toBe(2)
  gate.open()
  await expect.element(page.getByText('Still searching')).toBeVisible()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect.element(page.getByRole('table', { name: 'Audit log' })).toBeVisible()
  gate.open()

  await page.getByRole('link', { name: 'All questions' }).click()
  const before = ['otters undefined', 'otters 1', 'beavers undefined', 'beavers 1']
  await expect.poll(requests).toEqual([...before, 'undefined undefined', 'undefined 1'])
})

test('another try repeats the page of a search that failed', async () => {
  const { answer, asked } = await openDesk(
    '/desk/answered',
    {
      'GET /v1/experts/me/questions': ({ query: { text, cursor } }) => {
        if (text === undefined) return { questions: [] }
        return cursor === undefined ? { questions: [], paging: { nextCursor: '1' } } : noAnswer
      },
    },
    { role: 'expert' },
  )
  await page.getByRole('searchbox').fill('otters')
  await expect.element(page.getByText('The list could not be loaded.')).toBeVisible()

  answer({ 'GET /v1/experts/me/questions': { questions: [{ conversation: { subject: 'Otters' } }] } })
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect.element(page.getByRole('link', { name: 'Otters' })).toBeVisible()
  const searches = asked('GET /v1/experts/me/questions').filter(({ query }) => query['text'] !== undefined)
  expect(searches.at(-1)?.query['cursor']).toBe('1')
})
