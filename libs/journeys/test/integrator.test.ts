import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type ClientOptions, type Client as Integrator, openClient, type Question } from '@askline/client'
import { feedEventTypes, type QuestionChanged } from '@askline/contracts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { build } from 'esbuild'
import { io } from 'socket.io-client'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  browserPath,
  type Company,
  fetchToken,
  findFaults,
  type Member,
  openBrowser,
  openPage,
  openSocketListener,
  raiseStage,
  setPasswordBy,
} from '../src/index.ts'

const stage = await raiseStage({
  couriers: 1,
  env: { CORS_ORIGINS: '*', RATE_LIMIT_SIGN_IN_PER_ADDRESS: '1000', OUTBOUND_ALLOWED: '127.0.0.0/8' },
})
afterAll(() => stage.stop())
const [url, socketUrl] = [stage.apiUrls[0] ?? '', stage.notifierUrls[0] ?? '']
const company = await stage.found()
const patient = { timeout: 20_000, interval: 20 }
const root = fileURLToPath(new URL('../../..', import.meta.url))

function open(credentials: ClientOptions['credentials'], more: Partial<ClientOptions> = {}): Integrator {
  const client = openClient({ url, socketUrl, credentials, pollMs: 200, ...more })
  onTestFinished(() => client.close())
  return client
}
const openAsker = (name: string, more: Partial<ClientOptions> = {}, at: Company = company) =>
  open({ ...at.integration, userEmail: `${name}@example.com` }, more)
const openMember = ({ clientId, clientSecret }: Member) => open({ clientId, clientSecret })

/** Answers the question as the first expert who received the offer. */
async function answer(uuid: string, at: Company = company): Promise<{ expert: Integrator; responseUuid: string }> {
  const shop = open(at.integration)
  const [first] = await vi.waitFor(async () => {
    const question = await shop.questions.get(uuid)
    const offered = question?.conversation.messages.flatMap((one) => one.potentialExperts?.experts ?? []) ?? []
    expect(offered.length).toBeGreaterThan(0)
    return offered
  }, patient)
  const member = at.experts.find(({ userId }) => userId === first?.uuid)
  if (!member) throw new Error('The question was offered to a stranger')
  const expert = openMember(member)
  const claimed = await expert.experts.claim(uuid)
  const fence = claimed.claim?.fence
  const response = await expert.experts.respond(uuid, {
    text: 'In the app, under Cards.',
    ...(fence === undefined ? {} : { fence }),
  })
  return { expert, responseUuid: response.uuid }
}

/** Asserts that versions rise, that none comes twice, and that the last one equals the stored question. */
async function expectToldToTheEnd(told: Question[], reader: Integrator, uuid: string): Promise<void> {
  const last = await reader.questions.get(uuid)
  await vi.waitFor(() => expect(told.at(-1)).toEqual(last), patient)
  const stamps = told.map(({ lastUpdated }) => lastUpdated)
  expect(stamps).toEqual([...new Set(stamps)].sort())
}

test('the example of the README of the client does what it says', async () => {
  const company = await stage.found()
  const readme = readFileSync(join(root, 'libs/client/README.md'), 'utf8')
  const example = /```js\n(.*?)```/s.exec(readme)?.[1] ?? ''
  // Below the root, so that the package is resolved as in an integrator's program.
  const folder = join(root, 'node_modules/.cache/askline-readme')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${company.tag}.mjs`)
  writeFileSync(file, example)
  onTestFinished(() => rmSync(file))

  const env = {
    PATH: process.env['PATH'] ?? '',
    ASKLINE_URL: url,
    ASKLINE_SOCKET_URL: socketUrl,
    ASKLINE_CLIENT_ID: company.integration.clientId,
    ASKLINE_CLIENT_SECRET: company.integration.clientSecret,
  }
  const program = spawn(process.execPath, [file], { env })
  const ended = new Promise<number | null>((resolve) => program.on('exit', resolve))
  let said = ''
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (chunk) => (said += chunk))
  const shop = open(company.integration)
  const uuid = await vi.waitFor(async () => {
    for await (const question of shop.questions.list()) return question.uuid
    throw new Error(`Nothing was asked. ${said}`)
  }, patient)
  await answer(uuid, company)

  expect([await ended, said]).toEqual([0, expect.stringContaining('In the app, under Cards.')])
  expect(said).toContain(`${uuid} RESOLVED`)
  expect(said).toContain('question_not_found, known to the operator as ')
  const question = await shop.questions.get(uuid)
  expect(question?.conversation.responses[0]).toMatchObject({ isAccepted: true, rating: 'POSITIVE_5' })
})

/** A change of a question, as one of the ways shows it. */
type Heard = { type: string; version: number; lastUpdated: string }
type FeedMessage = { type: string; data: { questionUuid?: string; version?: number; lastUpdated?: string } }

/** Starts to read all events of a company's questions by feed, stream and webhook. Returns what each of them has heard of a question. */
async function hearCompany(at: Company) {
  const heard = { feed: [] as FeedMessage[], stream: [] as FeedMessage[], webhook: [] as FeedMessage[] }
  const receiver = createServer(async (request, response) => {
    heard.webhook.push((await json(request)) as FeedMessage)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void receiver.close())
  const { port } = receiver.address() as AddressInfo
  const address = `http://127.0.0.1:${port}/`
  await openMember(at.edda).admin.webhooks.create({ name: 'All', url: address, types: [...feedEventTypes] })

  const ending = new AbortController()
  const { signal } = ending
  onTestFinished(() => ending.abort())
  const shop = open(at.integration)
  const { nextCursor: after } = await shop.events.list()
  const follow = async () => {
    for await (const event of shop.events.follow({ after, signal })) heard.feed.push(event)
  }
  const authorization = `Bearer ${await fetchToken(url, at.integration)}`
  const answered = await fetch(`${url}/v1/events/stream?after=${after}`, { headers: { authorization }, signal })
  const stream = async () => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const bytes of answered.body ?? []) {
      const blocks = `${text}${decoder.decode(bytes, { stream: true })}`.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, data] = /^data: (.*)$/m.exec(block) ?? []
        if (data !== undefined) heard.stream.push(JSON.parse(data))
      }
    }
  }
  for (const read of [follow, stream]) read().catch((error) => signal.aborted || Promise.reject(error))
  return (way: keyof typeof heard, uuid: string): Heard[] =>
    heard[way].flatMap(({ type, data: { questionUuid, version = 0, lastUpdated = '' } }) =>
      questionUuid === uuid ? [{ type, version, lastUpdated }] : [],
    )
}

test('socket, poll, list, feed, stream and webhook show the same version of the same change', async () => {
  const company = await stage.found()
  const heardBy = await hearCompany(company)
  const ada = openAsker('ada', {}, company)
  const token = await fetchToken(url, company.integration, 'ada@example.com')
  const socket = await openSocketListener(socketUrl, token)
  onTestFinished(() => socket.close())
  const { uuid } = await ada.questions.ask({ text: 'How do I block my card?' })
  await socket.watch(uuid)
  const compared: number[] = []

  /** Waits until all six show the newest version. */
  async function expectAllTheSame(): Promise<void> {
    await vi.waitFor(async () => {
      const polled = await fetch(`${url}/v1/questions/${uuid}`, { headers: { authorization: `Bearer ${token}` } })
      const version = Number(/^W\/"(\d+)-/.exec(polled.headers.get('etag') ?? '')?.[1])
      const { lastUpdated } = ((await polled.json()) as { data: Question }).data
      const [listed] = (await ada.questions.list().page()).items
      const { type } = heardBy('feed', uuid).at(-1) ?? {}
      const same = { type, version, lastUpdated }
      const [{ type: told, ...changed }] = socket.changes.slice(-1) as [QuestionChanged]
      expect(listed).toMatchObject({ uuid, lastUpdated })
      expect({ type: told, version: changed.version, lastUpdated: changed.lastUpdated }).toEqual(same)
      for (const way of ['feed', 'stream', 'webhook'] as const) expect(heardBy(way, uuid).at(-1), way).toEqual(same)
      compared.push(version)
    }, patient)
  }

  const { expert, responseUuid } = await answer(uuid, company)
  await expectAllTheSame()
  await ada.messages.add({ responseUuid, text: 'And my other card?' })
  await expectAllTheSame()
  await expert.messages.add({ responseUuid, text: 'In the same way.' })
  await expectAllTheSame()
  await ada.responses.accept(responseUuid)
  await expectAllTheSame()

  expect(compared).toEqual([...new Set(compared)].sort((one, other) => one - other))
  const whole = heardBy('feed', uuid).map(({ type, version }) => `${version} ${type}`)
  expect(whole).toEqual([...new Set(whole)])
  for (const way of ['stream', 'webhook'] as const)
    expect(
      heardBy(way, uuid).map(({ type, version }) => `${version} ${type}`),
      way,
    ).toEqual(whole)
  const bySocket = socket.changes.map(({ type, version }) => `${version} ${type}`)
  expect(bySocket).toEqual(whole.slice(-bySocket.length))
})

describe('a watch', () => {
  test('receives all changes by the socket', async () => {
    const ada = openAsker('ada', { checkMs: 3_600_000, pollMs: 3_600_000 })
    const { uuid } = await ada.questions.ask({ text: 'How do I block my card?' })
    const told: Question[] = []
    const watch = ada.questions.watch(uuid, (question) => told.push(question))
    await vi.waitFor(() => expect(watch.via).toBe('socket'), patient)

    const { responseUuid } = await answer(uuid)
    for (const text of ['Thank', 'you', 'very', 'much']) await ada.messages.add({ responseUuid, text })
    await ada.responses.accept(responseUuid)

    await expectToldToTheEnd(told, ada, uuid)
    expect(told.at(-1)?.state.status).toBe('RESOLVED')
  })

  test('polls if no socket is available', async () => {
    const ada = openAsker('ada', { socketUrl: 'http://127.0.0.1:1' })
    const { uuid } = await ada.questions.ask({ text: 'How do I block my card?' })
    const told: Question[] = []
    const watch = ada.questions.watch(uuid, (question) => told.push(question))

    const { responseUuid } = await answer(uuid)
    await ada.responses.accept(responseUuid)

    await expectToldToTheEnd(told, ada, uuid)
    expect(watch.via).toBe('polling')
  })

  test('polls while the notifier is dead, and uses the socket when it is back', async () => {
    const ada = openAsker('ada', { checkMs: 3_600_000 })
    const { uuid } = await ada.questions.ask({ text: 'How do I block my card?' })
    const told: Question[] = []
    const heardBy = new Set<string>()
    const watch = ada.questions.watch(uuid, (question) => {
      told.push(question)
      heardBy.add(watch.via)
    })
    const { responseUuid } = await answer(uuid)
    await vi.waitFor(() => expect(watch.via).toBe('socket'), patient)

    for (let n = 0; n < 3; n++) {
      stage.notifiers[0]?.kill('SIGKILL')
      for (const text of ['Are', 'you', 'there?']) await ada.messages.add({ responseUuid, text })
      await expectToldToTheEnd(told, ada, uuid)
      await stage.notifiers[0]?.ready()
    }
    await vi.waitFor(() => expect(watch.via).toBe('socket'), patient)
    await ada.messages.add({ responseUuid, text: 'Back again' })

    await expectToldToTheEnd(told, ada, uuid)
    expect(heardBy).toContain('polling')
  })

  test('sends a new token after its token was revoked', async () => {
    const shown: string[] = []
    const ada = openAsker('ada', {
      fetch: (address, init) => {
        const token = new Headers(init.headers).get('authorization')
        if (token !== null && !shown.includes(token)) shown.push(token)
        return fetch(address, init)
      },
    })
    const { uuid } = await ada.questions.ask({ text: 'How do I block my card?' })
    const told: Question[] = []
    const watch = ada.questions.watch(uuid, (question) => told.push(question))
    await vi.waitFor(() => expect(watch.via).toBe('socket'), patient)

    await fetch(`${url}/v1/oauth/logout`, { method: 'POST', headers: { authorization: shown[0] ?? '' } })
    await vi.waitFor(() => expect([shown.length, watch.via]).toEqual([2, 'socket']), patient)
    const { responseUuid } = await answer(uuid)
    await ada.responses.accept(responseUuid)

    await expectToldToTheEnd(told, ada, uuid)
  })

  test('is refused for a question of another user', async () => {
    const ada = openAsker('ada')
    const { uuid } = await ada.questions.ask({ text: 'How do I block my card?' })
    const errors: unknown[] = []
    const told: Question[] = []
    const adam = openAsker('adam')
    const watch = adam.questions.watch(uuid, (one) => told.push(one), { onError: (error) => errors.push(error) })

    await vi.waitFor(() => expect(watch.via).toBe('nothing'), patient)
    expect(errors).toMatchObject([{ name: 'NotFoundError', code: 'question_not_found' }])
    expect(told).toEqual([])
  })
})

test('paging returns every item of a list that grows meanwhile', async () => {
  const ben = openAsker('ben')
  const asked: string[] = []
  for (let n = 0; n < 7; n++) asked.push((await ben.questions.ask({ text: `Question ${n}` })).uuid)

  const found: string[] = []
  const list = ben.questions.list({ limit: 2 })
  for await (const question of list) {
    if (found.length === 2) await ben.questions.ask({ text: 'One more' })
    found.push(question.uuid)
  }

  expect(found.filter((uuid) => asked.includes(uuid)).sort()).toEqual([...asked].sort())
  expect(list.serverTime).toMatch(/Z$/)
})

test('events and acknowledgements of the socket match the AsyncAPI document', async () => {
  const document = (await (await fetch(`${url}/v1/asyncapi.json`)).json()) as AsyncApi
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  const faults: string[] = []
  const seen = new Set<string>()
  /** Records what is wrong with a payload, including undocumented members. */
  function check(name: string, payload: unknown) {
    seen.add(name)
    const { messages, schemas } = document.components
    const schema = { ...Object(closed(messages[name]?.payload)), components: { schemas: closed(schemas) } }
    if (!ajv.validate(schema, payload)) faults.push(`${name}: ${ajv.errorsText()} ${JSON.stringify(payload)}`)
  }
  async function listen(token: string) {
    const socket = io(`${socketUrl}/v1`, { auth: { token }, transports: ['websocket'], forceNew: true })
    onTestFinished(() => void socket.disconnect())
    const heard: [event: string, payload: QuestionChanged][] = []
    socket.onAny((event: string, payload) => {
      heard.push([event, payload])
      check(`hear-${event}`, payload)
    })
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
    const say = async (event: string, request: unknown, isRight = true) => {
      if (isRight) check(`say-${event}`, request)
      const answered = await socket.timeout(5_000).emitWithAck(event, request)
      check(`say-${event}-answer`, answered)
      return answered
    }
    return { socket, heard, say }
  }
  const ada = openAsker('ada')
  const asker = await listen(await fetchToken(url, company.integration, 'ada@example.com'))
  const experts = await Promise.all(company.experts.map(async (member) => listen(await fetchToken(url, member))))
  const { uuid } = await ada.questions.ask({ text: 'How do I block my card?' })

  const refused = [
    await asker.say('subscribe', { questionUuid: 'no' }, false),
    await asker.say('unsubscribe', {}, false),
  ]
  const unknown = await asker.say('subscribe', { questionUuid: '00000000-0000-4000-8000-000000000000' })
  const subscribed = await asker.say('subscribe', { questionUuid: uuid, after: 0 })
  const { responseUuid } = await answer(uuid)
  await Promise.all(experts.map(({ say }) => say('subscribe', { questionUuid: uuid })))
  for (const { socket } of [asker, ...experts]) socket.emit('composing', { questionUuid: uuid })
  await ada.responses.accept(responseUuid)
  const last = () => asker.heard.filter(([event]) => event === 'question-changed').at(-1)?.[1].type
  await vi.waitFor(
    () =>
      expect([last(), [...seen]]).toEqual([
        'QUESTION_RESOLVED',
        expect.arrayContaining(['hear-inbox-changed', 'hear-composing']),
      ]),
    patient,
  )
  const left = await asker.say('unsubscribe', { questionUuid: uuid })
  const flood = await Promise.all(Array.from({ length: 15 }, () => asker.say('unsubscribe', { questionUuid: uuid })))

  expect(faults).toEqual([])
  expect(refused).toMatchObject([{ error: 'invalid_uuid' }, { error: 'invalid_request' }])
  expect([unknown, left]).toMatchObject([{ error: 'question_not_found' }, { ok: true }])
  expect(subscribed).toHaveProperty('version')
  expect(flood).toContainEqual(expect.objectContaining({ error: 'rate_limited' }))
  expect([...seen].sort()).toEqual(
    Object.keys(document.components.messages)
      .filter((name) => name !== 'say-composing')
      .sort(),
  )
})

type AsyncApi = { components: { messages: Record<string, { payload: object }>; schemas: Record<string, object> } }

/** Forbids further members in objects whose members are all documented. */
function closed(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema), (_key, value) =>
    value?.type === 'object' && value.properties ? { ...value, additionalProperties: false } : value,
  )
}

if (browserPath === undefined)
  console.log('  The browser tests do not run: no Chromium here, and none in CHROMIUM_PATH.')

describe.runIf(browserPath !== undefined)('in a browser', async () => {
  const browser = browserPath === undefined ? undefined : await openBrowser()
  afterAll(() => browser?.close())
  const openTab = async () => {
    if (!browser) throw new Error('No browser')
    const page = await openPage(browser)
    onTestFinished(() => page.close())
    return page
  }

  /** Keeps a screenshot in the folder that SCREENSHOTS names, if it is set. */
  async function keepPicture(page: Awaited<ReturnType<typeof openTab>>, name: string) {
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
  }

  /** An integrator's page, of another origin than Askline's. */
  async function openSite() {
    const bundle = await build({
      stdin: { contents: "export * from '@askline/client'", resolveDir: import.meta.dirname },
      conditions: ['source'],
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'askline',
      platform: 'browser',
    })
    const html = `<!doctype html><meta charset="utf-8"><title>A shop</title><link rel="icon" href="data:,"><h1>A shop</h1><script>${bundle.outputFiles[0]?.text}</script>`
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(html)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test('a page asks, watches by the socket, pages through its list, and hears errors as classes', async () => {
    const page = await openTab()
    await page.goto(await openSite())
    const token = await fetchToken(url, company.integration, 'bea@example.com')
    const settings = JSON.stringify({ url, socketUrl, credentials: { token } })

    const uuid: string = await page.evaluate(`(async () => {
      window.client = askline.openClient(${settings})
      const { uuid } = await client.questions.ask({ text: 'How do I block my card?' })
      window.told = []
      window.watch = client.questions.watch(uuid, (question) => told.push(question.state.numResponses + ' ' + watch.via))
      return uuid
    })()`)
    await page.waitForFunction(`watch.via === 'socket'`)
    await answer(uuid)
    await page.waitForFunction(`told.at(-1) === '1 socket'`)
    const [listed, error] = await page.evaluate<[string[], object]>(`(async () => {
      const listed = []
      for await (const question of client.questions.list({ limit: 1 })) listed.push(question.uuid)
      const error = await client.questions.get('00000000-0000-4000-8000-000000000000').catch((reason) => reason)
      client.close()
      const { code, status, correlationId } = error
      return [listed, { isOurs: error instanceof askline.NotFoundError, code, status, isNamed: correlationId !== undefined }]
    })()`)

    expect(listed).toEqual([uuid])
    expect(error).toEqual({ isOurs: true, code: 'question_not_found', status: 404, isNamed: true })
    // Chromium itself logs every answer whose status is not 2xx.
    expect(page.complaints.filter((complaint) => !complaint.includes('404 (Not Found)'))).toEqual([])
  })

  test('the sign-in page leads back to the site of an integration, which then acts as who signed in', async () => {
    const site = await openSite()
    const edda = openMember(company.edda)
    const bruno = company.experts[0]
    const made = await edda.api.POST('/v1/admin/integrations', {
      body: { systemId: 'site', name: 'The Site', redirectUris: [`${site}/callback`] },
    })
    const reset = await edda.api.POST('/v1/admin/experts/{uuid}/resetPassword', {
      params: { path: { uuid: bruno?.userId ?? '' } },
      body: {},
    })
    const password = await setPasswordBy(url, reset.data?.data.reset.url ?? '')
    // Tokens are dated in whole seconds. One from the second of the password change would count as older.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const { clientId = '', clientSecret } = made.data?.data ?? {}
    if (!clientSecret) throw new Error('No integration was made')
    const verifier = 'v'.repeat(43)
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
    const challenge = Buffer.from(digest).toString('base64url')
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: `${site}/callback`,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: 's-1',
    })

    const page = await openTab()
    await page.goto(`${url}/v1/oauth/auth?${query}`)
    await page.fill('input[name=email]', bruno?.email ?? '')
    await page.fill('input[name=password]', 'wrong')
    await page.click('button[type=submit]')
    await page.getByRole('alert').waitFor()
    await keepPicture(page, 'sign-in')
    const complained = page.complaints.filter((complaint) => !complaint.includes('400 (Bad Request)'))
    await page.fill('input[name=password]', password)
    await page.click('button[type=submit]')
    await page.waitForURL(`${site}/callback?*`)
    const code = new URL(page.url()).searchParams.get('code') ?? ''
    const redeemed = await fetch(`${url}/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: `${site}/callback`,
        code,
        code_verifier: verifier,
      }),
    })
    const { refresh_token: refreshToken = '' } = (await redeemed.json()) as { refresh_token?: string }
    const kept: (string | undefined)[] = []
    const onRefresh = (tokens: { refreshToken: string | undefined }) => void kept.push(tokens.refreshToken)
    const signedIn = open({ refreshToken, clientId, clientSecret, onRefresh })

    expect(complained).toEqual([])
    expect((await signedIn.experts.me()).uuid).toBe(bruno?.userId)
    expect(kept).toEqual([expect.not.stringMatching(refreshToken)])
  })
})

test('every guarantee of the oracle holds afterwards', async () => {
  expect(await findFaults(stage)).toEqual([])
})
