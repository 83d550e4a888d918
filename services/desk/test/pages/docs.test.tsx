import '../../src/ui/tokens.css'
import '../../src/ui/base.css'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { DocsProvider } from '../../src/docs/docs-context.ts'
import { DocsPage } from '../../src/docs/docs-page.tsx'
import { loadDocs } from '../../src/docs/load-docs.ts'
import { deskShapes } from '../../src/ui/desk-shapes.tsx'
import { addShapes } from '../../src/ui/icon.tsx'
import { findFaultsOfLooks } from './faults.ts'

addShapes(deskShapes)
const openapi = await commands.describeApi()
const payload = { type: 'object', properties: { questionUuid: { type: 'string' } } }
const asyncapi = {
  info: { description: 'socket.io 4.' },
  servers: { notifier: { host: 'socket.example', protocol: 'wss' } },
  operations: {
    'hear-question-changed': {
      action: 'send',
      summary: 'A question has a new version. Request `GET /questions/{uuid}` to read it.',
      messages: [{ $ref: '#/components/messages/changed' }],
    },
  },
  components: { messages: { changed: { name: 'question-changed', payload } } },
}

/** The answer to every request but those for the documents. */
let answer: () => Response
const sent: Request[] = []
const { fetch: plainFetch } = window
let close: () => void

beforeEach(() => {
  sent.length = 0
  localStorage.clear()
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (pathname === '/v1/openapi.json') return Response.json(openapi)
    if (pathname === '/v1/asyncapi.json') return Response.json(asyncapi)
    if (!pathname.startsWith('/v1/')) return plainFetch(input, init)
    sent.push(request)
    return answer()
  }
})
afterEach(() => {
  close()
  window.fetch = plainFetch
})

async function openDocs(path: string) {
  await page.viewport(1440, 900)
  history.replaceState(null, '', path)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(
    <DocsProvider value={await loadDocs()}>
      <DocsPage />
    </DocsProvider>,
  )
  close = () => {
    root.unmount()
    place.remove()
  }
}

const search = page.getByRole('searchbox', { name: 'Search the documentation' })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

test.each([
  ['the path of an operation', '/v1/questions/{uuid}/claim', 'Claim a question as an expert'],
  ['a path with a value', 'POST /v1/questions/0192d3f0/claim', 'Claim a question as an expert'],
  ['words of its summary', 'claim question', 'Claim a question as an expert'],
  ['its name', 'askQuestion', 'Ask a question'],
  ['words of the guide', 'idempotency', 'Idempotency and retries'],
  ['a message of the socket', 'question-changed', 'The socket'],
])('the search finds a page by %s', async (_what, query, title) => {
  await openDocs('/docs')
  await search.fill(query)
  await page.getByRole('search').getByRole('link').first().click()

  await expect.element(heading(title)).toBeVisible()
  await expect.element(page.getByRole('search').getByRole('link').first()).not.toBeInTheDocument()
})

test('a request is sent with the token of the reader and what they wrote, and its answer is shown', async () => {
  answer = () =>
    Response.json({ meta: {}, data: { uuid: 'new-1' } }, { status: 201, headers: { 'x-correlation-id': 'c-1' } })
  await openDocs('/docs/api/questions/askQuestion')
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByLabelText('Access token').fill('t-1')
  await page.getByRole('textbox', { name: 'Body' }).fill('{"text":"Why?"}')
  await expect.element(page.getByRole('region', { name: 'Request' })).toHaveTextContent(`-d '{"text":"Why?"}'`)
  await page.getByRole('button', { name: 'Send request' }).click()

  const shown = page.getByRole('region', { name: 'Answer', exact: true })
  await expect.element(shown).toHaveTextContent(/201.*x-correlation-id\s*c-1.*"uuid": "new-1"/)
  const [request] = sent
  expect([request?.method, new URL(request?.url ?? '').pathname]).toEqual(['POST', '/v1/questions'])
  expect(request?.headers.get('authorization')).toBe('Bearer t-1')
  expect(await request?.text()).toBe('{"text":"Why?"}')
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('t-1')
})

test('a token is obtained with a client id and secret, and a refusal is told', async () => {
  await openDocs('/docs/api/questions/listQuestions')
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByLabelText('Access token').fill('')
  await page.getByText('Obtain one with a client id and secret').click()
  await page.getByLabelText('Client id', { exact: true }).fill('shop')
  await page.getByLabelText('Client secret').fill('wrong')
  answer = () => Response.json({ error: 'invalid_client', error_description: 'The secret is wrong.' }, { status: 401 })
  await page.getByRole('button', { name: 'Obtain token' }).click()
  await expect.element(page.getByText('The secret is wrong.')).toBeVisible()

  answer = () => Response.json({ access_token: 't-2', scope: 'questions:read' })
  await page.getByRole('button', { name: 'Obtain token' }).click()
  await expect.element(page.getByText('Token obtained. Scopes: questions:read.')).toBeVisible()
  await expect.element(page.getByLabelText('Access token')).toHaveValue('t-2')
})

test('text in an answer cannot run a script', async () => {
  const attack = `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`
  answer = () => Response.json({ data: { [attack]: attack } }, { headers: { 'x-correlation-id': 'a' } })
  await openDocs('/docs/api/me/getMe')
  document.title = 'still'
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByRole('button', { name: 'Send request' }).click()

  const shown = page.getByRole('region', { name: 'Answer', exact: true })
  await expect.element(shown).toHaveTextContent('<script>')
  expect(document.querySelectorAll('main img, main script')).toHaveLength(0)
  expect(document.title).not.toBe('run')
})

test('every operation has a page with its request, its fields and its answer', async () => {
  await openDocs('/docs')
  const { reference } = await loadDocs()
  expect(reference.operations.length).toBeGreaterThan(150)
  expect(reference.groups.filter(({ title, description }) => title === '' || description.length < 30)).toEqual([])

  const broken = reference.operations.filter(({ summary, answers }) => summary === '' || answers.length === 0)
  expect(broken).toEqual([])
  await page.getByRole('link', { name: 'Questions', exact: true }).click()
  await page.getByRole('main').getByRole('link', { name: 'Close a question' }).click()
  await expect.element(page.getByRole('list', { name: 'Parameters of the path' })).toHaveTextContent(/uuid.*required/)
  await expect.element(page.getByRole('region', { name: 'Answer 200' }).first()).toHaveTextContent('"conversation"')
})

test('every link of the guide leads to a page, and every operation that it names exists', async () => {
  const { reference } = await loadDocs()
  await openDocs('/docs')
  const { guide } = await import('../../src/docs/guide.ts')
  const pages = new Set([
    ...guide.map(({ id }) => `/docs/guide/${id}`),
    ...reference.operations.map(({ id, group }) => `/docs/api/${group}/${id}`),
    '/docs/socket',
  ])
  const text = guide.map(({ source }) => source).join('\n')
  const links = [...text.matchAll(/\]\((\/docs[^)#]*)/g)].map(([, href = '']) => href)
  const named = [...text.matchAll(/`(GET|POST|PUT) (\/[^`?]*)`/g)]

  expect(links.filter((href) => !pages.has(href))).toEqual([])
  expect(named.filter(([, method = '', path = '']) => !reference.find(method, path)).map(([all]) => all)).toEqual([])
  expect([links.length > 3, named.length > 1]).toEqual([true, true])
})

test.each(['/docs/guide/changes', '/docs/api/questions/askQuestion', '/docs/api/admin', '/docs/socket'])(
  '%s has no fault in any look: light, dark, narrow, wide',
  async (path) => {
    await openDocs(path)
    if (path.endsWith('askQuestion')) await page.getByRole('button', { name: 'Try it' }).click()
    expect(await findFaultsOfLooks()).toEqual([])
  },
)
