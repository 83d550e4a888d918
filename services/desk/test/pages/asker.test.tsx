import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { takeComplaints } from './complaints.ts'
import { findAccessibilityFaults, findFaultsOfLooks } from './faults.ts'
import { type KeptQuestion, keepQuestion, people, serveQuestions } from './kept-question.ts'
import { openDesk } from './open-desk.tsx'
import { type Answers, breakAnswer, exactly, noAnswer, refuse } from './service.ts'

const article = (text: string) => page.getByRole('article').filter({ hasText: text })
const field = () => page.getByRole('textbox', { name: 'Write a message' })
const send = () => userEvent.keyboard('{Control>}{Enter}{/Control}')
const code = 'a'.repeat(43)

type Options = { path?: string; answers?: Answers; languages?: string[] }

/** Opens the pages of Ada at the first of `questions`. */
function openAsk(questions: KeptQuestion[], { path, answers, languages = ['en'] }: Options = {}) {
  const all = { ...serveQuestions('user', questions), ...answers }
  return openDesk(path ?? `/ask/q/${questions[0]?.uuid}`, all, { role: 'user', languages })
}

test('a double click asks once, and the question opens', async () => {
  const questions: KeptQuestion[] = []
  const { asked } = await openAsk(questions, {
    path: '/ask',
    answers: {
      'POST /v1/questions': ({ body }) => {
        const question = keepQuestion(body.text)
        questions.push(question)
        return { ...question.show(), offer: undefined }
      },
    },
  })
  await expect.poll(() => document.title).toBe('Ask a question · Help')
  await page.getByRole('textbox', { name: 'Your question' }).fill('Do you bind books?')
  await page.getByRole('button', { name: 'Ask' }).dblClick()
  await expect.element(article('Do you bind books?')).toBeVisible()

  expect(asked('POST /v1/questions')).toHaveLength(1)
  await expect.poll(() => document.title).toBe('Do you bind books? · Help')
})

test('a person who sends with the button by keyboard goes on in the field, and held keys send once', async () => {
  const question = keepQuestion('Do you repair clocks?')
  await openAsk([question])
  await field().fill('Old ones.')
  ;(page.getByRole('button', { name: 'Send' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter>5/}')

  await expect.element(field()).toHaveFocus()
  await expect.element(article('Old ones.')).toBeVisible()
  await expect.poll(() => question.texts()).toEqual(['Old ones.'])
})

test('a testimonial that is not sent yet survives a reload, and is gone from the browser when it is sent', async () => {
  const question = keepQuestion('Do you wrap presents?')
  const response = question.respond(people.expert, 'All year.')
  question.write(people.expert, '', { response, type: 'ADD_TESTIMONIAL_SYSTEM_MESSAGE' })
  const { asked, reload } = await openAsk([question], { answers: { 'POST /v1/responses/{uuid}/testimonial': {} } })
  const words = page.getByRole('textbox', { name: 'A few words about Bruno' })
  await words.fill('A lovely bow.')
  reload()
  await expect.element(words).toHaveValue('A lovely bow.')
  await userEvent.click(words)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')

  await expect.poll(() => asked('POST /v1/responses/{uuid}/testimonial').length).toBe(1)
  await expect.poll(() => JSON.stringify(localStorage)).not.toContain('lovely')
})

test('the focus stays in the conversation after the button that had it goes away', async () => {
  const question = keepQuestion('Do you exchange coins?')
  const response = question.respond(people.expert, 'Every day.')
  const prompt = question.write(people.expert, '', { response, type: 'ACCEPT_RESPONSE_SYSTEM_MESSAGE' })
  await openAsk([question], {
    answers: {
      'POST /v1/responses/{uuid}/accept': () => {
        prompt.type = 'ACCEPTED_RESPONSE_SYSTEM_MESSAGE'
        response.isAccepted = true
        question.change({ state: { status: 'RESOLVED' } }, 'QUESTION_RESOLVED')
        return {}
      },
    },
  })
  const accept = page.getByRole('button', { name: 'This answers my question' })
  await expect.element(accept).toBeVisible()
  ;(accept.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(accept).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Do you exchange coins?' })).toHaveFocus()
})

test('the list of an asker shows which questions have unread messages', async () => {
  const question = keepQuestion('Do you sell gold?')
  await openAsk([question], { path: '/ask' })
  const row = page.getByRole('link', { name: /Do you sell gold/ })
  await expect.element(row).toBeVisible()
  expect(row.element().textContent).not.toContain('new')
  question.respond(people.expert, 'Only coins.')
  await expect.element(row).toHaveTextContent('1 new')
  expect(await findFaultsOfLooks()).toEqual([])

  await row.click()
  await expect.element(article('Only coins.')).toBeVisible()
  await page.getByRole('link', { name: 'All questions' }).click()
  await expect.element(row).not.toHaveTextContent('1 new')
})

test('an asker reads until when an answer is expected, and that it is late by the clock of a sandbox', async () => {
  const inAnHour = `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)}Z`
  const question = keepQuestion('When do you open?')
  const potentialExperts = { experts: [], estimatedAnswerDate: inAnHour }
  question.write(people.expert, '', { type: 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE', potentialExperts })
  const { answer, reload } = await openAsk([question])
  await expect.element(page.getByText(/Usually answered by .*\d/)).toBeVisible()

  const data = { ...people.user, type: undefined, avatarUrl: undefined, role: 'user', email: null, scopes: [] }
  const company = { uuid: people.user.uuid, tag: 'bank', name: 'Bank' }
  const serverTime = `${new Date(Date.now() + 7_200_000).toISOString().slice(0, 19)}Z`
  const meta = { version: '1.0', correlationId: 'of-a-test', serverTime }
  answer({ 'GET /v1/me': JSON.stringify({ meta, data: { ...data, company, socketUrl: location.origin } }) })
  reload()
  await expect.element(page.getByText(/^Later than we said\./)).toBeVisible()
})

test.each([
  [403, 'insufficient_scope', /could not be loaded/],
  [404, 'question_not_found', /There is no such question/],
  [500, 'internal', /could not be loaded/],
])(
  'a question that the service answers with %d shows why, and appears if it can be loaded later',
  async (status, name, shown) => {
    const question = keepQuestion('Do you sell stamps?')
    const { answer } = await openAsk([question], { answers: { 'GET /v1/questions/{uuid}': refuse(status, name) } })
    await expect.element(page.getByText(shown)).toBeVisible()
    answer(serveQuestions('user', [question]))

    // Only this one is tried again.
    if (status === 500) await expect.element(article('Do you sell stamps?')).toBeVisible()
  },
)

test.each([
  ['/ask/nowhere', 'There is no such page.'],
  ['/ask/q/not-a-uuid', 'There is no such question.'],
])('the address %s says that it leads nowhere, and leads to one that does', async (path, line) => {
  await openAsk([], { path, answers: { 'GET /v1/questions/{uuid}': refuse(400, 'invalid_uuid') } })
  await expect.element(page.getByText(line)).toBeVisible()
  expect(await findAccessibilityFaults()).toEqual([])
  await page.getByRole('link', { name: 'All questions' }).click()
  await expect.poll(() => location.pathname.replace(/\/$/, '')).toBe('/ask')
})

test('a page that cannot be drawn says so, and a reload brings the draft back and sends what waits', async () => {
  const question = keepQuestion('Do you frame pictures?')
  const { answer, reload } = await openAsk([question], {
    answers: { 'POST /v1/messages': refuse(503, 'dependency_down') },
  })
  await field().fill('Two of them.')
  await send()
  await field().fill('Half a sentence')
  answer({ 'GET /v1/questions/{uuid}': breakAnswer({ conversation: { author: exactly(null) } }) })
  reload()
  await expect.element(page.getByRole('alert')).toHaveTextContent('This page could not be shown.')
  expect(await findAccessibilityFaults()).toEqual([])
  answer({ 'GET /v1/questions': breakAnswer({ questions: [{ state: exactly(null) }] }) })
  reload('/ask')
  await expect.element(page.getByRole('heading', { level: 1, name: 'This page could not be shown.' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible()

  answer(serveQuestions('user', [question]))
  reload(`/ask/q/${question.uuid}`)
  await expect.element(field()).toHaveValue('Half a sentence')
  await expect.poll(() => question.texts(), { timeout: 15_000 }).toEqual(['Two of them.'])
  expect(takeComplaints()).not.toEqual([])
})

test('a text that waits for the network is not sent after a sign-out in another tab', async () => {
  const question = keepQuestion('Do you mend bags?')
  const { answer, asked } = await openAsk([question], { answers: { 'POST /v1/messages': noAnswer } })
  await field().fill('A red one.')
  await send()
  await expect.poll(() => asked('POST /v1/messages')).not.toHaveLength(0)
  const otherTab = new BroadcastChannel('askline-session')
  onTestFinished(() => otherTab.close())
  otherTab.postMessage('ended')
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible()

  answer(serveQuestions('user', [question]))
  window.dispatchEvent(new Event('online'))

  expect(await findAccessibilityFaults()).toEqual([])
  expect(question.texts()).toEqual([])
})

const boxOf = (text: string) => page.getByText(text, { exact: true }).element().getBoundingClientRect()
const topOfField = () => field().element().getBoundingClientRect().top

test.each([
  [360, 640],
  [1440, 900],
])(
  'title, way back and field of an asker stay in sight at %d px, and so does what they send',
  async (width, height) => {
    onTestFinished(() => page.viewport(1280, 800))
    const question = keepQuestion('Which documents do I need?')
    await openAsk([question])
    await page.viewport(width, height)
    // A conversation that is long when it opens would begin at its top.
    await expect.element(article('Which documents do I need?')).toBeVisible()
    for (let n = 1; n <= 20; n++) question.write(people.user, `Line ${n}.`)
    await expect.element(page.getByText('Line 20.', { exact: true })).toBeVisible()
    // As when a telephone is turned or its keyboard opens.
    await page.viewport(width, Math.round(height * 0.7))
    await expect.poll(() => boxOf('Line 20.').bottom <= topOfField()).toBe(true)
    await page.viewport(width, height)
    const fixed = [page.getByRole('heading', { level: 1 }), page.getByRole('link', { name: 'All questions' }), field()]
    for (const line of ['Which documents do I need?', 'Line 20.']) {
      article(line).element().scrollIntoView({ block: 'nearest' })
      for (const part of fixed) {
        const { top, bottom } = part.element().getBoundingClientRect()
        expect(top).toBeGreaterThanOrEqual(0)
        expect(bottom).toBeLessThanOrEqual(height)
      }
    }
    page.getByRole('article').first().element().scrollIntoView({ block: 'nearest' })
    await field().fill('And for my son?')
    await send()
    await expect.poll(() => boxOf('And for my son?').bottom - topOfField()).toBeLessThanOrEqual(0)

    // As 400 % of 1280 × 1024: nothing is fixed, so nothing covers the conversation.
    await page.viewport(320, 256)
    field().element().scrollIntoView({ block: 'nearest' })
    await expect.poll(() => fixed[0]?.element().getBoundingClientRect().top).toBeLessThan(0)
  },
)

test('the view follows the end for a reader who came back to it, also while the foot of the page grows', async () => {
  const question = keepQuestion('Do you dye shoes?')
  await openAsk([question])
  await expect.element(article('Do you dye shoes?')).toBeVisible()
  const write = async (text: string) => {
    question.write(people.expert, text)
    await expect.element(page.getByText(text, { exact: true })).toBeInTheDocument()
  }
  const foot = () => document.querySelector('footer') as HTMLElement
  const isAtEnd = (line: string) => () => boxOf(line).bottom <= foot().getBoundingClientRect().top
  const scroller = () => document.querySelector('main > section') as HTMLElement
  for (let n = 1; n <= 12; n++) await write(`Pair ${n}.`)
  await expect.poll(isAtEnd('Pair 12.')).toBe(true)

  scroller().scrollTop = 0
  await expect.poll(isAtEnd('Pair 12.')).toBe(false)
  await write('While away.')
  scroller().scrollTop = scroller().scrollHeight
  await expect.poll(isAtEnd('While away.')).toBe(true)
  await write('Back again.')
  await expect.poll(isAtEnd('Back again.')).toBe(true)

  // The page scrolls before it is told of its new size.
  foot().style.minBlockSize = '300px'
  scroller().dispatchEvent(new Event('scroll'))
  await expect.poll(isAtEnd('Back again.')).toBe(true)
  await write('And once more.')
  await expect.poll(isAtEnd('And once more.')).toBe(true)
})

test('long numbers of a list stay in the message, and a table scrolls in it with its words whole', async () => {
  onTestFinished(() => page.viewport(1280, 800))
  const heads = ['Account', 'Unlimited', 'Switzerland', 'Transactions', 'discounted', 'Availability']
  const row = (cell: string, texts: string[]) =>
    `<tr>${texts.map((text) => `<${cell}>${text}</${cell}>`).join('')}</tr>`
  const bodyHtml = `<ol start="999999999"><li>done</li><li>again</li></ol>
    <table><thead>${row('th', heads)}</thead><tbody>${row(
      'td',
      heads.map((head) => `${head} ${head}`),
    )}</tbody></table>
    <ol start="88734"><li>done</li></ol>`
  const question = keepQuestion('Which account has what?')
  question.respond(people.expert, 'A table.').messages[0].bodyHtml = bodyHtml
  await openAsk([question])
  await expect.element(article('Switzerland')).toBeVisible()
  for (const width of [320, 390, 1280]) {
    await page.viewport(width, 800)
    const message = article('Switzerland').element()
    const box = message.getBoundingClientRect()
    const brokenWords: string[] = []
    for (const cell of message.querySelectorAll('th, td')) {
      const text = cell.firstChild as Text
      const range = document.createRange()
      for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (range.getClientRects().length > 1) brokenWords.push(word)
      }
    }
    const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    const markersOutside = [...message.querySelectorAll('ol')].filter((list) => {
      canvas.font = getComputedStyle(list).font
      const { width: marker } = canvas.measureText(`${list.start + list.children.length - 1}. `)
      return (list.firstElementChild?.getBoundingClientRect().left ?? 0) - marker < box.left
    })
    expect({ width, brokenWords, markersOutside }).toEqual({ width, brokenWords: [], markersOutside: [] })
    const frame = message.querySelector('table')?.parentElement?.getBoundingClientRect()
    expect(frame?.right).toBeLessThanOrEqual(box.right)
    expect(document.documentElement.scrollWidth).toBe(width)
  }
})

test('a person is told on /ask where to work as an expert', async () => {
  await openDesk('/ask', serveQuestions('expert', []), { role: 'expert' })
  const line = page.getByRole('heading', { name: 'You are signed in as Bruno, who answers questions.' })
  await expect.element(line).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Go to the desk' })).toHaveAttribute('href', '/desk')
})

const choice = { present: { name: 'Ada', isStaff: false }, next: { name: 'Berta', isPresent: false } }
const compare = 'POST /v1/oauth/session/asker/compare'

test('a person chooses whether to stay when a link signs another asker in: to stay is first, and makes the link useless', async () => {
  const { asked } = await openAsk([], {
    path: `/ask#sign-in=${code}`,
    answers: { [compare]: choice, 'POST /v1/oauth/session/asker/discard': {} },
  })
  await expect
    .element(page.getByRole('heading', { name: 'You are signed in as Ada. Continue as Berta?' }))
    .toBeVisible()
  expect(location.hash).toBe('')
  const [first, second] = page.getByRole('main').getByRole('button').elements()
  expect([first?.textContent, second?.textContent]).toEqual(['Stay signed in as Ada', 'Continue as Berta'])
  expect(document.activeElement).toBe(first)
  await userEvent.keyboard('{Enter}')

  await expect.element(page.getByRole('banner').getByText('Ada', { exact: true })).toBeVisible()
  expect(asked('POST /v1/oauth/session/asker/discard').map(({ body }) => body)).toEqual([{ code }])
})

test('a person reads the choice in German, and whole on a phone', async () => {
  onTestFinished(() => page.viewport(1280, 800))
  const long = 'Bartholomäus-Maximilian Freiherr von Oberwesterfeldhausen-Niederschönbrunn'
  const answers = { [compare]: { ...choice, next: { name: long, isPresent: false } } }
  await openAsk([], { path: `/ask#sign-in=${code}`, answers, languages: ['de'] })
  await page.viewport(360, 740)
  const name = `Sie sind als Ada angemeldet. Als ${long} weitermachen?`
  await expect.element(page.getByRole('heading', { name })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(360)
})

test('an admin stays the admin on the desk and on /ask, whatever link is opened', async () => {
  const staff = { present: { name: 'Edda', isStaff: true }, next: { name: 'Berta', isPresent: false } }
  const { asked, reload } = await openDesk(`/desk/queue#sign-in=${code}`, {
    [compare]: staff,
    'POST /v1/oauth/session/asker/discard': {},
    'GET /v1/questions': { questions: [] },
  })
  await expect.element(page.getByRole('navigation').first()).toBeVisible()
  expect(location.hash).toBe('')
  expect(asked(compare)).toEqual([])

  reload(`/ask#sign-in=${code}`)
  const line = page.getByRole('heading', { name: 'You are signed in as Edda, who answers questions.' })
  await expect.element(line).toBeVisible()
  expect(asked('POST /v1/oauth/session/asker/discard')).toHaveLength(1)
})

test.each(['/ask', '/ask/q/'])('nothing is wrong with the looks of %s', async (path) => {
  const question = keepQuestion('How do I activate my card?')
  const response = question.respond(people.expert, 'أهلا بك! افتح التطبيق ثم اضغط 1234.')
  question.write(people.expert, '', { response, type: 'ACCEPT_RESPONSE_SYSTEM_MESSAGE' })
  await openAsk([question], path === '/ask' ? { path } : {})
  expect(await findFaultsOfLooks()).toEqual([])
})
