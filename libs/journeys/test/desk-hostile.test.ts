import { openDatabase } from '@askline/db'
import { askShowcase, seedDemo, waitForTraining } from '@askline/local'
import { buildSecretBox } from '@askline/runtime'
import { testSecretsKey } from '@askline/testing/servers'
import type { Frame, Page } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  addTrouble,
  browserPath,
  fillWithAttacks,
  lookAt,
  openBrowser,
  openCaller,
  openPage,
  openVisitor,
  pagesDir,
  raiseStage,
  serveForeignPages,
  watchActs,
} from '../src/index.ts'

const patient = { timeout: 30_000, interval: 50 }

describe.skipIf(browserPath === undefined)('a company whose every text is an attack', async () => {
  if (browserPath === undefined) return
  const stage = await raiseStage({ env: { CORS_ORIGINS: '*', PAGES_DIR: pagesDir } })
  const [apiUrl = '', notifierUrl = ''] = [stage.apiUrls[0], stage.notifierUrls[0]]
  const hosts = [apiUrl, notifierUrl].map((url) => new URL(url).host)
  const browser = await openBrowser()
  const db = openDatabase(stage.databaseUrl, { maxConnections: 2, applicationName: 'askline-hostile' })
  const secrets = buildSecretBox(testSecretsKey)
  const demo = await seedDemo(db, { home: '', apiUrl, notifierUrl, fresh: false, secrets }).finally(() => db.close())
  await waitForTraining(demo)
  const warnings: string[] = []
  const asked = await askShowcase(demo, (sentence) => warnings.push(sentence))
  expect(warnings).toEqual([])
  const find = (state: string) => asked.find((question) => question.state === state)?.uuid ?? ''
  const rerouted = find('rerouted to the agents')
  const agentUuid = demo.agents[0]?.uuid ?? ''
  await addTrouble(stage, { uuid: rerouted, agentUuid })
  const foreign = await serveForeignPages({
    '/': {
      html: `<!doctype html><html lang="en"><head><title>Shop</title>
        <script>addEventListener('load', () => Askline.signIn(() => obtainCode()))</script>
        <script defer src="${apiUrl}/widget/demo-bank/v1.js"></script></head><body><h1>Shop</h1></body></html>`,
    },
  })
  hosts.push(new URL(foreign.origin).host)
  await fillWithAttacks(stage, foreign.origin)
  afterAll(async () => {
    await browser.close()
    await foreign.close()
    await stage.stop()
  })

  const one = async <Row>(text: string, values: unknown[] = []): Promise<Row> => {
    const [row] = await stage.sql<Row>(text, values)
    if (!row) throw new Error(`Nothing is found by ${text}`)
    return row
  }
  const { companyId } = await one<{ companyId: string }>('select company_id as "companyId" from users where id = $1', [
    demo.admin.uuid,
  ])
  const personOf = async (column: 'asker_id' | 'holder_id', uuid: string) =>
    (await one<{ id: string }>(`select ${column} as id from questions where id = $1`, [uuid])).id

  /** Waits until every mark can be read, and returns what is wrong with the page at two widths. */
  async function examine(page: Page, shows: readonly string[], frame: Page | Frame = page): Promise<string[]> {
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' })
    await vi.waitFor(async () => {
      const { shown } = await lookAt(frame)
      for (const mark of shows) expect(shown).toContain(`${mark} <script>`)
    }, patient)
    const faults: string[] = []
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      const look = await lookAt(frame)
      faults.push(...look.faults)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    return faults
  }

  type Role = 'user' | 'expert' | 'agent' | 'admin'
  type Opened = { shows: readonly string[]; open: (page: Page) => Promise<unknown> }
  /** Opens each page as one person, then what `open` opens in it. Returns what is wrong with each page, by its path. */
  async function examineAll(person: { userId: string; role: Role }, paths: Record<string, readonly string[] | Opened>) {
    const faults: Record<string, string[]> = {}
    const visitor = await openVisitor(browser, stage, { companyId, ...person }, 'about:blank')
    onTestFinished(() => visitor.close())
    const { page, complaints } = visitor
    const acts = watchActs(page, hosts)
    for (const [path, wanted] of Object.entries(paths)) {
      await page.goto(path)
      const { shows, open } = 'open' in wanted ? wanted : { shows: wanted, open: undefined }
      const found = await examine(page, shows)
      if (open) {
        await open(page)
        found.push(...(await examine(page, shows)))
      }
      found.push(...complaints.splice(0), ...acts.splice(0))
      if (found.length > 0) faults[path] = found
    }
    return faults
  }

  test('harms no asker', async () => {
    for (const state of ['automatic answer, waits for the asker', 'in conversation', 'offered to experts']) {
      const uuid = find(state)
      const asker = { userId: await personOf('asker_id', uuid), role: 'user' } as const
      expect(
        await examineAll(asker, {
          '/ask': ['questions-subject'],
          [`/ask/q/${uuid}`]: ['questions-text', ...(state === 'offered to experts' ? [] : ['messages-body'])],
        }),
      ).toEqual({})
    }
  })

  test('harms no expert', async () => {
    const uuid = find('in conversation')
    const expert = { userId: await personOf('holder_id', uuid), role: 'expert' } as const
    const answered = find('resolved, rated, with a testimonial')
    expect(
      await examineAll(expert, {
        [`/desk/claimed/${uuid}`]: {
          shows: ['questions-subject', 'questions-text', 'messages-body', 'users-name'],
          async open(page) {
            await page.getByRole('textbox', { name: 'Write a message' }).fill('/')
            await page.getByRole('listbox', { name: 'Saved replies' }).getByRole('option').first().waitFor()
          },
        },
        '/desk/me': ['users-name'],
        '/desk/replies': ['saved-replies-title', 'saved-replies-body'],
      }),
    ).toEqual({})
    const offered = await one<{ expert: string; uuid: string }>(
      `select expert_id as expert, question_id as uuid from offers where status = 'pending' and company_id = $1 limit 1`,
      [companyId],
    )
    expect(
      await examineAll(
        { userId: offered.expert, role: 'expert' },
        { [`/desk/offers/${offered.uuid}`]: ['questions-text'] },
      ),
    ).toEqual({})
    const author = await one<{ id: string }>('select author_id as id from responses where question_id = $1', [answered])
    expect(
      await examineAll({ userId: author.id, role: 'expert' }, { [`/desk/answered/${answered}`]: ['messages-body'] }),
    ).toEqual({})
  })

  test('harms no agent', async () => {
    const shown = [
      'questions-subject',
      'questions-text',
      'notes-body',
      'questions-metadata',
      'offers-reason',
      'drafts-body',
    ]
    expect(
      await examineAll(
        { userId: agentUuid, role: 'agent' },
        {
          [`/desk/queue/${rerouted}`]: shown,
          [`/desk/queue/${find('rerouted, answered by an agent')}`]: ['messages-body'],
        },
      ),
    ).toEqual({})
  })

  test('harms nobody in the widget', async () => {
    const { userEmail } = asked.find(({ state }) => state === 'in conversation') ?? { userEmail: '' }
    const server = openCaller(stage.apiUrls, demo.integration.accessToken)
    const page = await openPage(browser)
    onTestFinished(() => page.close())
    const acts = watchActs(page, hosts)
    await page.exposeFunction('obtainCode', async () => {
      return (await server.post<{ code: string }>('/users/signIn', { userEmail })).data.code
    })
    await page.goto(foreign.origin)
    await page.getByRole('button').click()
    const frame = await vi.waitUntil(() => page.frames().find((one) => one.url().includes('/widget/')), patient)
    const faults = await examine(page, ['settings-greeting', 'questions-subject'], frame)
    await frame.getByRole('link', { name: 'questions-subject' }).first().click()
    faults.push(...(await examine(page, ['questions-text'], frame)), ...(await examine(page, [])))

    expect([...faults, ...page.complaints, ...acts]).toEqual([])
  })
})
