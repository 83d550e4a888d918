import { lookAt } from '@askline/testing/look-at'
import type { Frame, Page } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  addTrouble,
  browserPath,
  fillWithAttacks,
  openBrowser,
  openCaller,
  openPage,
  openVisitor,
  raiseDemo,
  serveForeignPages,
  watchActs,
} from '../src/index.ts'

const patient = { timeout: 30_000, interval: 50 }

describe.skipIf(browserPath === undefined)('a company whose every text is an attack', async () => {
  if (browserPath === undefined) return
  const { stage, file: demo, companyId, questions: asked, one, ...company } = await raiseDemo()
  const find = (state: string) => company.find(state).uuid
  const [apiUrl = '', notifierUrl = ''] = [stage.apiUrls[0], stage.notifierUrls[0]]
  const hosts = [apiUrl, notifierUrl].map((url) => new URL(url).host)
  const browser = await openBrowser()
  const rerouted = find('rerouted to the agents')
  const agentUuid = demo.agents[0]?.uuid ?? ''
  await addTrouble(stage, { uuid: rerouted, agentUuid })
  const foreign = await serveForeignPages({
    // Browsers ask for it, and log that it is missing.
    '/favicon.ico': { html: '' },
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

  const personOf = async (column: 'asker_id' | 'holder_id', uuid: string) =>
    (await one<{ id: string }>(`select ${column} as id from questions where id = $1`, [uuid])).id

  /** Unfolds everything and waits until every mark can be read. Returns what is wrong with the page at two widths. */
  async function examine(page: Page, shows: readonly string[], frame: Page | Frame = page): Promise<string[]> {
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' })
    await vi.waitFor(async () => {
      await frame.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
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
  /** Opens each page as one person. Returns what is wrong with each page, by its path. */
  async function examineAll(person: { userId: string; role: Role }, paths: Record<string, readonly string[]>) {
    const faults: Record<string, string[]> = {}
    const visitor = await openVisitor(browser, stage, { companyId, ...person }, 'about:blank')
    onTestFinished(() => visitor.close())
    const { page, complaints } = visitor
    const acts = watchActs(page, hosts)
    for (const [path, shows] of Object.entries(paths)) {
      await page.goto(path)
      const found = await examine(page, shows)
      found.push(...complaints.splice(0), ...acts.splice(0))
      if (found.length > 0) faults[path] = found
    }
    return faults
  }

  test('harms neither askers nor experts nor agents in conversations', async () => {
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
    const held = find('in conversation')
    const expert = { userId: await personOf('holder_id', held), role: 'expert' } as const
    const ofExpert = ['questions-subject', 'questions-text', 'messages-body', 'users-name']
    expect(await examineAll(expert, { [`/desk/claimed/${held}`]: ofExpert })).toEqual({})
    const ofAgent = [
      ...['questions-subject', 'questions-text', 'notes-body', 'questions-metadata', 'offers-reason', 'drafts-body'],
    ]
    expect(
      await examineAll(
        { userId: agentUuid, role: 'agent' },
        {
          [`/desk/queue/${rerouted}`]: ofAgent,
          [`/desk/queue/${find('rerouted, answered by an agent')}`]: ['messages-body'],
        },
      ),
    ).toEqual({})
  })

  test('does no harm in the widget', async () => {
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
