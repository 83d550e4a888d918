import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClient } from '@askline/client'
import type { ResponseView } from '@askline/contracts'
import { openDatabase } from '@askline/db'
import { askShowcase, seedDemo, waitForTraining, walkLines } from '@askline/local'
import { buildSecretBox } from '@askline/runtime'
import { testSecretsKey } from '@askline/testing/servers'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { browserPath, fetchToken, findFaults, openBrowser, openPage, raiseStage } from '../src/index.ts'
import { pagesDir } from '../src/stage/pages.ts'

const stage = await raiseStage({
  env: { CORS_ORIGINS: '*', DEMO_SIGN_IN: 'demo-bank', NODE_ENV: 'development', PAGES_DIR: pagesDir },
})
afterAll(() => stage.stop())
const apiUrl = stage.apiUrls[0] ?? ''
const notifierUrl = stage.notifierUrls[0] ?? ''

const db = openDatabase(stage.databaseUrl, { maxConnections: 2, applicationName: 'askline-demo' })
const secrets = buildSecretBox(testSecretsKey)
const demo = await seedDemo(db, { home: '', apiUrl, notifierUrl, fresh: false, secrets }).finally(() => db.close())
await waitForTraining(demo)

const open = (credentials: Parameters<typeof openClient>[0]['credentials']) => {
  const client = openClient({ url: apiUrl, credentials })
  onTestFinished(() => client.close())
  return client
}

test('the demo classifies texts and gives known answers to other wordings of their questions', async () => {
  const app = open({ token: demo.integration.accessToken })
  const text = 'My card has not arrived, when will I get it?'

  expect(await app.answers.classify({ text })).toMatchObject({ predictedClass: 'card_arrival' })
  const { content } = await app.answers.find({ text })
  expect(content?.body).toContain('working days')
})

test('the record of a demo expert counts offers of all its periods', async () => {
  const [expert] = demo.experts
  const token = expert && (await fetchToken(apiUrl, expert))
  const answer = await fetch(`${apiUrl}/v1/experts/me/record`, { headers: { authorization: `Bearer ${token}` } })
  const { data } = (await answer.json()) as { data: { periods: { days: number; offers: object | null }[] } }

  expect(data.periods.map(({ days, offers }) => [days, offers !== null])).toEqual([
    [30, true],
    [90, true],
  ])
})

test('the demo has one question in each interesting state', async () => {
  const warnings: string[] = []

  const questions = await askShowcase(demo, (sentence) => warnings.push(sentence))

  expect(warnings).toEqual([])
  const app = open({ token: demo.integration.accessToken })
  const states = await Promise.all(
    questions.map(async ({ uuid, userEmail }) => {
      const question = await app.questions.get(uuid, { userEmail })
      const responses = question?.conversation.responses.map(({ type, quickReply }) => quickReply ?? type) ?? []
      return [question?.state.status, question?.isClaimed ? 'claimed' : 'free', ...responses].join(' ')
    }),
  )
  expect(Object.fromEntries(questions.map(({ state }, at) => [state, states[at]]))).toEqual({
    'offered to experts': 'UNRESOLVED free',
    'claimed by an expert': 'UNRESOLVED claimed',
    'answered, waits for the asker': 'UNRESOLVED claimed EXPERT',
    'in conversation': 'UNRESOLVED claimed EXPERT',
    'marked as resolved, waits for the asker': 'UNRESOLVED claimed EXPERT',
    'resolution contested': 'UNRESOLVED claimed EXPERT',
    'resolved, rated, with a testimonial': 'RESOLVED free EXPERT',
    'answered by several experts': 'UNRESOLVED free EXPERT EXPERT',
    'automatic answer, waits for the asker': 'UNRESOLVED free PENDING',
    'automatic answer accepted': 'RESOLVED free ACCEPTED',
    'automatic answer rejected, offered to experts': 'UNRESOLVED free REJECTED',
    'rerouted to the agents': 'CLOSED_BY_ESCALATION free',
    'rerouted, answered by an agent': 'CLOSED_BY_ESCALATION free AGENT',
    'flagged as an emergency': 'FLAGGED free',
    'refused because of a banned keyword': 'INAPPROPRIATE free',
    expired: 'EXPIRED free',
    'closed by the company': 'CLOSED_BY_COMPANY free',
  })
})

test("the sandbox's admin moves the clock of the sandbox", async () => {
  const { clientId, clientSecret } = demo.sandbox.admin
  const { api } = open({ clientId, clientSecret })

  const { data } = await api.POST('/v1/admin/clock', { body: { advance: 'PT8H' } })

  expect(data?.data).toMatchObject({ advance: 'PT8H', isFinished: true })
})

test('every line of the printed walk works: an automatic answer is accepted, and an expert answers another question', () => {
  const folder = mkdtempSync(join(tmpdir(), 'askline-walk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const demoFile = join(folder, 'demo.json')
  writeFileSync(demoFile, JSON.stringify({ ...demo, questions: [{ state: 'expired', uuid: 'u', userEmail: 'e' }] }))
  const lines = walkLines({ apiUrl, demoFile }).map(({ line }) => line)

  const walked = spawnSync('bash', ['-e', '-o', 'pipefail'], {
    input: lines.map((line, n) => `${line}\necho "--- ${n}"`).join('\n'),
    encoding: 'utf8',
    timeout: 60_000,
  })

  const outputs = walked.stdout.split(/--- \d+\n/).map((part) => part.trim())
  const json = <T>(position: number) => JSON.parse(outputs.at(position) ?? '') as { data: T }
  expect(walked.stderr).toBe('')
  expect(outputs).toHaveLength(lines.length + 1)
  expect(json(2).data).toMatchObject({ predictedClass: 'cancel_transfer' })
  expect(json<{ content: unknown }>(3).data.content).not.toBeNull()
  expect(outputs[5]).toBe('ACCEPTED\nRESOLVED')
  expect(outputs[7]).toBe('304')
  expect(json<ResponseView>(-4).data).toMatchObject({ isAccepted: true, rating: 'POSITIVE_5' })
  expect(json(-2).data).toMatchObject({ advance: 'PT8H', isFinished: true })
})

test.skipIf(browserPath === undefined)(
  'on the page of the demo bank the widget answers one question by itself and brings the other to an expert',
  async () => {
    const browser = await openBrowser()
    onTestFinished(() => browser.close())
    const page = await openPage(browser)
    await page.goto(`${apiUrl}/demo/page`)
    const [known = '', unknown = ''] = await page.locator('q').allTextContents()
    await page.locator('#help').getByRole('button', { name: 'Ask a question' }).click()
    const panel = page.frameLocator('askline-widget iframe')
    const ask = async (text: string) => {
      await panel.getByRole('textbox', { name: 'Your question' }).fill(text)
      await panel.getByRole('button', { name: 'Ask', exact: true }).click()
    }
    await ask(known)
    await panel.getByText('It stays pending until the shop collects it').waitFor()
    await panel.getByRole('button', { name: 'Yes, that helps' }).click()
    await panel.getByRole('link', { name: 'All questions' }).click()
    await ask(unknown)
    await panel.getByText('Waiting for an expert').first().waitFor()

    const offers = () =>
      stage.sql('select 1 from offers o join questions q on q.id = o.question_id where q.text = $1', [unknown])
    await vi.waitFor(async () => expect((await offers()).length).toBeGreaterThan(0), { timeout: 20_000, interval: 100 })
    expect(page.complaints).toEqual([])
  },
)

test('the demo leaves nothing wrong behind', async () => {
  expect(await findFaults(stage)).toEqual([])
})
