import { attackLine, attackText } from '@askline/testing/attacks'
import { lookAt } from '@askline/testing/look-at'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findAccessibilityFaults, findFaultsOfLooks, shownPage } from './faults.ts'
import { openDocs } from './open-docs.tsx'
import { press } from './press.ts'
import { type Asked, breakAnswer, noAnswer, refuse } from './service.ts'

const rate = '/docs/api/responses/rateResponse'
const rateRequest = 'POST /v1/responses/{uuid}/rate'
const read = '/docs/api/questions/getQuestion'
const readRequest = 'GET /v1/questions/{uuid}'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const search = page.getByRole('searchbox', { name: 'Search the documentation' })
const request = page.getByRole('form', { name: 'Request' })
const answer = page.getByRole('region', { name: 'Answer', exact: true })
const bodyOfAnswer = page.getByRole('region', { name: 'Body of the answer' })

/** Sends the request of the page with a token. */
async function send(token = 'of-the-reader') {
  await button('Try it').click()
  await page.getByLabelText('Access token').fill(token)
  await button('Send request').click()
}

test.each([
  ['an American', 'Slash', 0],
  ['a German', 'Digit7', 8],
])('/ on %s keyboard leads to the search, and Enter opens the operation that it finds', async (_whose, code, shift) => {
  await openDocs('/docs')
  await page.getByRole('heading', { level: 1 }).click()
  await press('/', code, shift)
  await expect.element(search).toHaveFocus()
  await search.fill('rate response')
  await expect.element(page.getByRole('link', { name: /^Rate a response/ })).toBeVisible()
  expect(await findAccessibilityFaults()).toEqual([])
  await press('Enter', 'Enter')

  await expect.element(heading('Rate a response')).toBeVisible()
  expect(location.pathname).toBe(rate)
  await expect.element(search).toHaveValue('')
})

test.each([
  ['webhook', 'Receive webhooks'],
  ['retry', 'Idempotency and retries'],
  ['question', 'First question in five minutes'],
])('a search for %s lists the guide about it first, and then all titles with it before others', async (word, guide) => {
  await openDocs('/docs')
  await search.fill(word)
  const findTitles = () => [...document.querySelectorAll('search li span')].map(({ textContent }) => textContent ?? '')
  await expect.poll(findTitles).not.toEqual([])
  const titles = findTitles()
  const haveWord = titles.map((title) => title.toLowerCase().includes(word.slice(0, -1)))

  expect(titles[0]).toBe(guide)
  expect(haveWord).toEqual(haveWord.toSorted((one, other) => Number(other) - Number(one)))
})

test('an operation without a needed body is shown and sent without one', async () => {
  const remove = 'POST /v1/webhooks/{uuid}/remove'
  const { asked } = await openDocs('/docs/api/webhooks/removeWebhook', { [remove]: {} })
  const sample = page.getByRole('figure', { name: 'Request' })
  await expect.element(sample).toHaveTextContent(/webhooks\/[0-9a-f-]{36}\/remove'/)
  expect(sample.element().textContent).not.toMatch(/-d |Content-Type/)
  await sample.getByRole('button', { name: 'Python' }).click()
  expect(sample.element().textContent).not.toContain('json=')
  await sample.getByRole('button', { name: 'curl' }).click()
  await send()
  await expect.element(bodyOfAnswer).toBeVisible()
  expect(asked(remove).map(({ body, headers }) => [body, headers.get('content-type')])).toEqual([[undefined, null]])
})

test('an operation shows its answers beside what it takes', async () => {
  await openDocs(rate)
  const example = page.getByRole('region', { name: 'Example of the answer' })
  await expect.element(example).toHaveTextContent('"rating": "POSITIVE_5"')
  const { top, left } = example.element().getBoundingClientRect()
  const words = page.getByRole('list', { name: 'Body' }).element().getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(words.right)
  expect(top).toBeLessThan(innerHeight)

  await example.getByRole('button', { name: '404' }).click()
  await expect.element(example).toHaveTextContent('response_not_found')
})

test('a request is shown in three languages, and the chosen one stays on other pages', async () => {
  await openDocs(rate)
  const sample = page.getByRole('figure', { name: 'Request' })
  const body = { sh: '"rating": "POSITIVE_5"', ts: "rating: 'POSITIVE_5'", py: '"rating": "POSITIVE_5"' }
  await expect.element(sample).toHaveTextContent(/curl -X POST '.*\/v1\/responses\/[0-9a-f-]{36}\/rate'/)
  await expect.element(sample).toHaveTextContent(body.sh)
  await sample.getByRole('button', { name: 'TypeScript' }).click()
  await expect.element(sample).toHaveTextContent("askline.api.POST('/v1/responses/{uuid}/rate'")
  await sample.getByRole('button', { name: 'Python' }).click()
  await expect.element(sample).toHaveTextContent('requests.post(')
  await expect.element(sample).toHaveTextContent(body.py)

  await search.fill('/v1/questions/{uuid}')
  await page.getByRole('link', { name: /^Return a question/ }).click()
  await expect.element(sample).toHaveTextContent('requests.get(')
  await sample.getByRole('button', { name: 'curl' }).click()
})

test("a request is sent with the reader's own token, and its answer is shown", async () => {
  const { asked } = await openDocs(rate, { [rateRequest]: ({ body }: Asked) => body })
  await button('Try it').click()
  await page.getByLabelText('Access token').fill('of-the-reader')
  await request.getByRole('textbox', { name: 'Body' }).fill('{"rating": "NEUTRAL_5"}')
  await expect.element(page.getByRole('figure', { name: 'Request' })).toHaveTextContent('NEUTRAL_5')
  await button('Send request').click()

  await expect.element(answer.getByRole('status')).toHaveTextContent(/^200\d+ ms$/)
  await expect.element(bodyOfAnswer).toHaveTextContent('"rating": "NEUTRAL_5"')
  const sent = asked(rateRequest).map(({ body, headers }) => [body, headers.get('authorization')])
  expect(sent).toEqual([[{ rating: 'NEUTRAL_5' }, 'Bearer of-the-reader']])
})

test('a token is obtained with a client id and secret, and sent with the request', async () => {
  const token = 'POST /v1/oauth/token'
  const service = await openDocs(rate, {
    [token]: breakAnswer({ access_token: 'obtained', scope: 'questions:write' }),
    [rateRequest]: {},
  })
  await button('Try it').click()
  await page.getByText('Obtain one with a client id and secret').click()
  await page.getByLabelText('Client id').fill('shop')
  await page.getByLabelText('Client secret').fill('secret')
  await button('Obtain token').click()
  await expect.element(page.getByText('Token obtained. Scopes: questions:write.')).toBeVisible()
  await expect.element(page.getByLabelText('Access token')).toHaveValue('obtained')
  const sent = service.asked(token)[0]?.body as FormData
  expect([...sent]).toEqual([
    ['grant_type', 'client_credentials'],
    ['client_id', 'shop'],
    ['client_secret', 'secret'],
  ])
  expect(service.asked(rateRequest)).toEqual([])
  await button('Send request').click()
  await expect.element(bodyOfAnswer).toBeVisible()
  expect(service.asked(rateRequest)[0]?.headers.get('authorization')).toBe('Bearer obtained')
})

test('an error of the service and a network that is away are told beside the request', async () => {
  const { answer: change } = await openDocs(read, { [readRequest]: refuse(404, 'question_not_found') })
  await send()
  await expect.element(answer).toHaveTextContent('404')
  await expect.element(bodyOfAnswer).toHaveTextContent('"code": "question_not_found"')

  change({ [readRequest]: noAnswer })
  await button('Send request').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The request was not answered.')
})

test.each([
  ['JSON', { subject: attackLine, [attackLine]: attackText }],
  ['no JSON', attackText],
])('a hostile answer that is %s is shown as text', async (_form, hostile) => {
  await openDocs(read, { [readRequest]: breakAnswer(hostile) })
  await send()
  await expect.element(bodyOfAnswer).toHaveTextContent('<script>')
  for (const width of [1280, 360]) {
    await page.viewport(width, 800)
    const { shown, faults } = await lookAt(shownPage)
    expect(faults).toEqual([])
    expect(shown).toContain('<iframe')
  }
})

test.each(['/docs', '/docs/api/questions', '/docs/socket', '/docs/nowhere'])(
  'nothing is wrong with the looks of %s',
  async (path) => {
    await openDocs(path)
    expect(await findFaultsOfLooks()).toEqual([])
  },
)

test('nothing is wrong with the looks of a request and its answer', async () => {
  await openDocs(rate, { [rateRequest]: {} })
  await send()
  await page.getByText('Optional parameters').click()
  await page.getByText('Obtain one with a client id and secret').click()
  await expect.element(bodyOfAnswer).toBeVisible()
  expect(await findFaultsOfLooks()).toEqual([])
})
