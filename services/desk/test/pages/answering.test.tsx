import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openDesk } from './open-desk.tsx'
import { type Asked, uuidOf } from './service.ts'

const one = 'GET /v1/questions/{uuid}'
const claim = 'POST /v1/questions/{uuid}/claim'
const take = 'POST /v1/agents/questions/{uuid}/take'
const question = (at: number, subject: string) => ({
  uuid: uuidOf(at),
  conversation: { subject, messages: [], responses: [], messagesCursor: null },
  state: { isClosed: false, isInteractionAllowed: true },
  claim: undefined,
  offer: undefined,
  takenBy: undefined,
})
const offer = (at: number, subject: string) => ({ ...question(at, subject), offer: { isOpenToAll: false } })
const beside = {
  'GET /v1/replies': { replies: [] },
  'GET /v1/questions/{uuid}/notes': { notes: [] },
  'GET /v1/me/drafts/{uuid}': { text: '' },
}

test('Enter on an offer claims it as soon as its conversation is there, and the field has the focus', async () => {
  const { asked } = await openDesk(
    '/desk/offers',
    {
      'GET /v1/experts/me/questions': { questions: [offer(1, 'The ferry')], counts: { own: 1, open: 0 } },
      [one]: question(1, 'The ferry'),
      [claim]: {},
      ...beside,
    },
    { role: 'expert' },
  )
  await expect.element(page.getByRole('link', { name: 'The ferry' })).toBeVisible()

  await userEvent.keyboard('{Enter}')

  await expect.poll(() => asked(claim)).toHaveLength(1)
  await expect.element(page.getByRole('textbox')).toHaveFocus()
})

test('an offer that did not load after Enter is not claimed when a click opens it later', async () => {
  let isAway = true
  const { asked } = await openDesk(
    '/desk/offers',
    {
      'GET /v1/experts/me/questions': {
        questions: [offer(1, 'The ferry'), offer(2, 'The bus')],
        counts: { own: 2, open: 0 },
      },
      [one]: ({ params: { uuid } }: Asked) => {
        if (uuid !== uuidOf(1)) return question(2, 'The bus')
        return isAway ? new Promise<never>(() => undefined) : question(1, 'The ferry')
      },
      [claim]: {},
      ...beside,
    },
    { role: 'expert' },
  )
  const ferry = page.getByRole('link', { name: 'The ferry' })
  await expect.element(ferry).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => asked(one)).toHaveLength(1)
  await page.getByRole('link', { name: 'The bus' }).click()
  await expect.element(page.getByRole('heading', { name: 'The bus' })).toBeVisible()

  isAway = false
  await ferry.click()

  await expect.element(page.getByRole('heading', { name: 'The ferry' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Claim' })).toBeVisible()
  expect(asked(claim)).toEqual([])
})

test('Enter takes a question of the queue, also when it is open already', async () => {
  const { asked } = await openDesk(
    `/desk/queue/${uuidOf(1)}`,
    {
      'GET /v1/agents/questions': { questions: [question(1, 'The ferry')] },
      [one]: question(1, 'The ferry'),
      [take]: {},
      'GET /v1/agents/questions/{uuid}/history': { offers: [], events: [] },
      ...beside,
    },
    { role: 'agent' },
  )
  await expect.element(page.getByRole('button', { name: 'Take' })).toBeVisible()

  await userEvent.keyboard('{Enter}')

  await expect.poll(() => asked(take)).toHaveLength(1)
  await expect.element(page.getByRole('textbox')).toHaveFocus()
})
