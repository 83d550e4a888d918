import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findAccessibilityFaults, findFaultsOfLooks } from './faults.ts'
import { type KeptQuestion, keepQuestion, people, serveQuestions } from './kept-question.ts'
import { openDesk } from './open-desk.tsx'
import { type Answers, refuse } from './service.ts'

const article = (text: string) => page.getByRole('article').filter({ hasText: text })
const editor = () => page.getByRole('textbox', { name: 'Write a message' })
const send = () => userEvent.keyboard('{Control>}{Enter}{/Control}')
const rerouted = {
  offer: undefined,
  state: { status: 'CLOSED_BY_ESCALATION', rerouteStatus: { isRerouted: true, type: 'BY_POSTER' } },
}

/** Opens the desk of Dora at the first of `questions`, or at its list. */
function openAgent(questions: KeptQuestion[], answers: Answers = {}, path = `/desk/queue/${questions[0]?.uuid}`) {
  return openDesk(path, { ...serveQuestions('agent', questions), ...answers }, { role: 'agent' })
}

test('messages, lines of the question and notes stand in the order of time', async () => {
  const question = keepQuestion('Where can I park?', rerouted)
  question.note(people.expert, 'A note before.')
  question.respond(people.expert, 'Behind the bank.')
  question.write(people.user, 'All day?')
  question.write(people.user, '', { type: 'QUESTION_REROUTED_SYSTEM_MESSAGE' })
  question.note(people.agent, 'A note after.')
  await openAgent([question])
  await expect.element(page.getByText('A note after.')).toBeVisible()

  const text = page.getByRole('log').element().textContent ?? ''
  const order = ['Where can I park?', 'A note before.', 'Behind the bank.', 'All day?', 'An agent takes over.']
  const places = [...order, 'A note after.'].map((one) => text.indexOf(one))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('an agent who was second reads who has the question, and can still answer', async () => {
  const question = keepQuestion('I want my fee back.', rerouted)
  await openAgent([question], {
    'POST /v1/agents/questions/{uuid}/take': () => {
      question.change({ takenBy: { uuid: people.admin.uuid, name: 'Edda' } }, 'QUESTION_TAKEN_BY_AGENT')
      return refuse(400, 'already_taken')
    },
    'POST /v1/agents/questions/{uuid}/release': () => question.change({ takenBy: undefined }),
    'POST /v1/agents/messages': ({ body }) => {
      question.change({ takenBy: { uuid: people.agent.uuid, name: 'Dora' } }, 'QUESTION_TAKEN_BY_AGENT')
      return question.write(people.agent, body.text)
    },
  })
  await expect.element(page.getByRole('button', { name: 'Take' })).toBeVisible()
  await userEvent.keyboard('c')
  const line = page.getByText(/Edda has taken this question. If you answer, it is yours./)
  await expect.element(line).toBeVisible()
  expect(await findAccessibilityFaults()).toEqual([])

  await editor().fill('You get it back today.')
  await send()
  await expect.element(line).not.toBeInTheDocument()
  await expect.element(page.getByText('Taken by you', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Give back' }).click()
  await expect.element(page.getByRole('button', { name: 'Take' })).toBeVisible()
})

test('of 10,000 rows of an inbox at most 60 are in the document, and the next are loaded as the reader scrolls', async () => {
  const example = keepQuestion('Where is my card?', rerouted).show()
  const rowAt = (at: number) => ({
    ...example,
    uuid: `0192d3f0-7b1c-7e07-9a54-${String(at).padStart(12, '0')}`,
    conversation: { ...example.conversation, subject: `Copy ${at + 1}` },
  })
  await openAgent(
    [],
    {
      'GET /v1/agents/questions': ({ query: { cursor = '0', limit } }) => {
        const next = Number(cursor) + Number(limit)
        const questions = Array.from({ length: Number(limit) }, (_, at) => rowAt(Number(cursor) + at))
        return { questions, paging: { nextCursor: next < 10_000 ? String(next) : null } }
      },
    },
    '/desk/queue',
  )
  await expect.element(page.getByRole('heading', { name: "Agents' queue 100+" })).toBeVisible()
  const rows = () => [...document.querySelectorAll<HTMLElement>('a[href^="/desk/queue/"]')]

  await expect
    .poll(
      () => {
        rows().at(-1)?.scrollIntoView()
        return rows().at(-1)?.textContent
      },
      { timeout: 20_000, interval: 20 },
    )
    .toMatch(/^Copy [5-9]\d\d/)

  expect(rows().length).toBeLessThanOrEqual(60)
  expect(document.querySelectorAll('#root *').length).toBeLessThan(1_500)
})

test('an agent reads what happened before: who was asked, and why they declined', async () => {
  const question = keepQuestion('Can you hold my mail?', rerouted)
  const offer = { dateOffered: '2026-01-31T09:30:00Z' }
  const offers = [
    { ...offer, expert: people.expert, status: 'declined', reason: 'Not about cards' },
    { ...offer, expert: people.otherExpert, status: 'timed_out', reason: null },
  ].map(({ expert: { uuid, name }, ...rest }) => ({ ...rest, expert: { uuid, name } }))
  await openAgent([question], { 'GET /v1/agents/questions/{uuid}/history': { offers, events: [] } })

  await expect.element(page.getByText(/^2 experts were asked\. 1 declined or gave it back\./)).toBeVisible()
  await expect.element(page.getByText('Not about cards')).toBeVisible()
  expect(await findFaultsOfLooks()).toEqual([])
})

test("an agent's list says whether the asker or an agent wrote last", async () => {
  const question = keepQuestion('Do you store skis?', rerouted)
  await openAgent([question])
  const row = page.getByRole('link', { name: /Do you store skis/ })
  await expect.element(row).toHaveTextContent('With agents')
  await editor().fill('In summer.')
  await send()
  await expect.element(row).toHaveTextContent('Answered')
  question.write(people.user, 'And in winter?')
  await expect.element(row).toHaveTextContent('With agents')
})

test('an agent who opens a long question sees what happened before, and goes on at the end of their own', async () => {
  const question = keepQuestion('Do you keep keys?', rerouted)
  question.respond(people.expert, 'For a day.')
  for (let n = 1; n <= 12; n++) question.write(people.user, `Key ${n}.`)
  const { reload } = await openAgent([question], {
    'POST /v1/agents/questions/{uuid}/take': () =>
      question.change({ takenBy: { uuid: people.agent.uuid, name: 'Dora' } }, 'QUESTION_TAKEN_BY_AGENT'),
    'GET /v1/agents/questions/{uuid}/history': { offers: [], events: [] },
  })
  const topOf = (text: string) => page.getByText(text, { exact: true }).element().getBoundingClientRect().top
  await expect.element(page.getByText('What happened before')).toBeVisible()
  expect(topOf('What happened before')).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Take' }).click()
  await expect.element(page.getByRole('button', { name: 'Give back' })).toBeVisible()
  expect(topOf('What happened before')).toBeGreaterThan(0)

  question.respond(people.agent, 'For a week.')
  reload()
  await expect.element(article('For a week.')).toBeVisible()
  // The agent's own answer did not fail before.
  await expect.element(page.getByText(/There is 1 answer of experts\./)).toBeInTheDocument()
  const foot = () => document.querySelector('footer')?.getBoundingClientRect().top ?? 0
  await expect.poll(() => topOf('For a week.') < foot()).toBe(true)
})

test('nested metadata of a question are lists for agents', async () => {
  const metadata = {
    order: { id: 17, items: ['Card', { color: 'blue', sizes: [1, 2] }], isPaid: true, note: null },
    tags: ['new', 'gift'],
    parcel: { constructor: 'x', empty: {} },
    plan: 'gold',
  }
  await openAgent([keepQuestion('Where is order 17?', { ...rerouted, metadata })])
  await expect.element(page.getByText('blue')).toBeVisible()

  const facts = document.querySelector('dl')?.textContent
  expect(facts).toContain('color')
  expect(facts).not.toMatch(/\[object Object\]|\{"/)
  expect(await findAccessibilityFaults()).toEqual([])
})

test('nothing is wrong with the looks of the queue', async () => {
  await openAgent([keepQuestion('Where is order 17?', rerouted)], {}, '/desk/queue')
  expect(await findFaultsOfLooks()).toEqual([])
})
