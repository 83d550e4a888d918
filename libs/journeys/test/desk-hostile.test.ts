import { lookAt } from '@askline/testing/look-at'
import type { Frame, Page } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  addTrouble,
  browserPath,
  fetchToken,
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

  const admin = { userId: demo.admin.uuid, role: 'admin' } as const
  const callAdmin = openCaller(stage.apiUrls, await fetchToken(apiUrl, demo.admin))
  const idOf = async (table: string, order = 'id') =>
    (await one<{ id: string }>(`select id from ${table} where company_id = $1 order by ${order} limit 1`, [companyId]))
      .id
  /** Presses a button of the page and waits for what it opens. */
  const press = (name: string | RegExp, role: 'dialog' | 'region') => async (page: Page) => {
    await page.getByRole('button', { name }).first().click()
    await page.getByRole(role).last().waitFor()
  }
  const decided = find('offered to experts')
  const aboutPeople = ['users-name', 'users-email']
  const aboutAnswers = ['knowledge-question', 'knowledge-answer']
  const adminPages: Record<string, Record<string, readonly string[] | Opened>> = {
    operations: {
      '/desk/admin': ['companies-name'],
      '/desk/admin/questions': ['questions-subject', 'users-name', 'categories-name', 'questions-predicted-class'],
      [`/desk/admin/questions/${rerouted}`]: [
        ...['questions-subject', 'questions-text', 'questions-reroute-reason', 'users-name'],
        ...['question-external-ids-system', 'question-external-ids-external-id'],
      ],
      [`/desk/admin/questions/${decided}`]: [
        ...['routing-decisions-requirement', 'routing-decisions-facts', 'routing-decisions-candidates'],
        'offers-features',
      ],
      '/desk/admin/dead-letters': {
        shows: ['dead-letters-name', 'dead-letters-reason'],
        open: press('Discard', 'dialog'),
      },
    },
    service: {
      '/desk/admin/experts': ['users-name'],
      [`/desk/admin/experts/${demo.experts[0]?.uuid}`]: {
        shows: [...aboutPeople, 'experts-topics', 'experts-topic-levels', 'categories-name'],
        open: press('Deactivate', 'dialog'),
      },
      '/desk/admin/categories': ['categories-name'],
      [`/desk/admin/categories/${await idOf('categories')}`]: ['categories-name'],
    },
    learning: {
      '/desk/admin/knowledge': [...aboutAnswers, 'knowledge-class'],
      [`/desk/admin/knowledge/${await idOf('knowledge', 'created_at desc')}`]: {
        shows: [...aboutAnswers, 'knowledge-class'],
        open: press('Preview', 'region'),
      },
      '/desk/admin/answers': ['categories-name'],
      '/desk/admin/answers/unanswered': { shows: ['questions-text'], open: press('Write an answer', 'dialog') },
      '/desk/admin/answers/rejected': aboutAnswers,
      '/desk/admin/answers/stale': aboutAnswers,
      '/desk/admin/answers/conflicts': { shows: aboutAnswers, open: press('Keep this one', 'dialog') },
      '/desk/admin/training': { shows: ['files-name', 'files-refused'], open: press(/^Remove files-name/, 'dialog') },
      [`/desk/admin/training/${await idOf('models', 'version')}`]: ['models-actual', 'models-class'],
    },
    company: {
      '/desk/admin/integrations': ['integrations-name', 'integrations-system-id'],
      [`/desk/admin/integrations/${await idOf('integrations')}`]: {
        shows: [
          ...['integrations-name', 'integrations-system-id', 'integrations-redirect-uris'],
          ...['credentials-client', 'credentials-scopes'],
        ],
        open: press('Remove', 'dialog'),
      },
      '/desk/admin/widget': ['settings-title', 'settings-greeting', 'companies-name'],
      '/desk/admin/staff': aboutPeople,
      [`/desk/admin/staff/${agentUuid}`]: {
        shows: [...aboutPeople, 'credentials-client', 'credentials-scopes'],
        open: press('Reset password', 'dialog'),
      },
      '/desk/admin/company': ['companies-name', 'settings-keyword', 'settings-phrase'],
      '/desk/admin/audit': ['companies-name'],
      '/desk/admin/audit?outcome=failure': ['audit-log-reason'],
      '/desk/admin/privacy': ['companies-name'],
      '/desk/admin/clock': ['companies-name'],
    },
  }

  test.each(Object.entries(adminPages))('harms no admin on the pages of %s', async (_, paths) => {
    // The worker learns the attacks at first, and answers nothing about them meanwhile.
    await vi.waitFor(async () => expect((await callAdmin.get('/admin/answers/precision')).status).toBe(200), patient)
    expect(await examineAll(admin, paths)).toEqual({})
  })

  test('was shown on all pages of the administration', async () => {
    const { page } = await openVisitor(browser, stage, { companyId, ...admin }, '/desk/admin')
    onTestFinished(() => page.context().close())
    const places = page.getByRole('navigation').locator('a[href^="/desk/admin"]')
    await places.first().waitFor()
    const addresses = await places.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    const shown = Object.values(adminPages).flatMap((paths) => Object.keys(paths))
    expect(addresses.length).toBeGreaterThan(10)
    expect(addresses.filter((address) => !shown.includes(address ?? ''))).toEqual([])
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
