import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openDesk } from './open-desk.tsx'
import { uuidOf } from './service.ts'

const inbox = 'GET /v1/experts/me/questions'
const field = () => page.getByRole('searchbox', { name: 'Search your answered questions' })
const question = (subject: string) => ({ uuid: uuidOf(1), conversation: { subject } })
const progress = () => page.getByRole('status', { name: 'Loading' })

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

test("an admin's list of questions goes on behind an empty page", async () => {
  await openDesk('/desk/admin/questions?text=ferry', {
    'GET /v1/admin/questions': ({ query }) =>
      query['cursor'] === 'one'
        ? { questions: [{ subject: 'The ferry' }], paging: { nextCursor: null } }
        : { questions: [], paging: { nextCursor: 'one' } },
    'GET /v1/admin/categories': {},
  })

  await expect.element(page.getByRole('link', { name: 'The ferry' })).toBeVisible()
})
