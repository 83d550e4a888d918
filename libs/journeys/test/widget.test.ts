import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  browserPath,
  fetchToken,
  findAccessibilityFaults,
  openBrowser,
  openCaller,
  raisePages,
  recordComplaints,
  serveForeignPages,
} from '../src/index.ts'

const patient = { timeout: 20_000, interval: 50 }

/** Rules of a page that would hide, move or cover everything that it does not know. */
const hostileRules = `html > :not(head):not(body), body > * {
    all: unset !important; display: none !important; opacity: 0 !important; z-index: -1 !important; width: 1px !important }
  iframe { display: none !important } button { color: red !important }`

/** Scripts with which a page changes what the browser has, by what is said of the page. */
const hostileScripts = {
  'has an element named Askline': `document.documentElement.insertAdjacentHTML('beforeend', '<form name="Askline"><input name="open"></form>')`,
  'has a constant Askline': `Object.defineProperty(window, 'Askline', { value: 1 })`,
  'extends the prototypes of everything': `
    for (const one of [Object, Array, Function, String, Promise]) one.prototype.added = function () { return 'added' }
    Array.prototype.toJSON = Object.prototype.toJSON = function () { return 'nothing' }`,
  'has no observer, no media queries, no idle time, no console and no constructed sheets': `
    for (const name of ['MutationObserver', 'matchMedia', 'requestIdleCallback', 'console', 'CSSStyleSheet', 'localStorage'])
      Object.defineProperty(window, name, { value: undefined })`,
  'makes its own elements': `
    document.createElement = (name) => { if (name.includes('-') || name === 'iframe') throw new Error('unknown'); return null }
    Element.prototype.append = Element.prototype.before = Element.prototype.remove = () => { throw new Error('not here') }`,
  'forbids shadow trees': `Element.prototype.attachShadow = () => { throw new Error('not here') }`,
  'has no shadow trees': `delete Element.prototype.attachShadow`,
  'freezes what it can': `for (const one of [Object, Array, Element, Node, Document, EventTarget, Promise]) Object.freeze(one.prototype)`,
  'stops at every error and listens to every event': `
    addEventListener('error', () => { throw new Error('again') })
    for (const type of ['click', 'keydown', 'focusin', 'message', 'load']) addEventListener(type, (event) => event.preventDefault(), true)
    window.onerror = () => { throw new Error('again') }; undefined.property`,
  'removes elements that it does not know': `
    new MutationObserver(() => { for (const one of document.querySelectorAll('html > :not(head, body)')) if (++window.removed < 4) one.remove() })
      .observe(document, { childList: true, subtree: true }); window.removed = 0`,
}

describe.skipIf(browserPath === undefined)('the widget in a page of a company', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages({ experts: 1 })
  const { stage, company } = pages
  const api = stage.apiUrls[0] ?? ''
  const callerOf = async (client: typeof company.integration) =>
    openCaller(stage.apiUrls, await fetchToken(api, client))
  const [server, admin, expert] = await Promise.all([
    callerOf(company.integration),
    callerOf(company.edda),
    callerOf(company.experts[0] ?? company.dora),
  ])
  const scriptOf = `<script defer src="${api}/widget/${company.tag}/v1.js"></script>`
  const start = `<script nonce="n">
    window.__before = Object.keys(window)
    addEventListener('load', () => Askline.signIn(() => obtainCode()))</script>`
  const page = (head: string) =>
    `<!doctype html><html lang="en"><head><title>Shop</title>${head}</head><body><main><h1>Shop</h1></main></body></html>`
  const strict = [
    `default-src 'none'; script-src 'nonce-n' ${api}; style-src 'nonce-n'; frame-src ${api}`,
    `require-trusted-types-for 'script'; trusted-types 'none'`,
  ].join('; ')
  const foreign = await serveForeignPages({
    // Browsers ask for it, and log that it is missing.
    '/favicon.ico': { html: '' },
    '/': { html: page(start + scriptOf) },
    '/hostile': {
      html: page(`${start}${scriptOf}<style nonce="n">${hostileRules}</style>`),
      headers: {
        'content-security-policy': strict,
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-opener-policy': 'same-origin',
      },
    },
    '/silent': { html: page(start + scriptOf), headers: { 'referrer-policy': 'no-referrer' } },
    '/twice': { html: page(start + scriptOf + scriptOf) },
    ...Object.fromEntries(
      Object.values(hostileScripts).map((script, at) => [
        `/hostile-${at}`,
        { html: page(`<script>${script}</script>${scriptOf}`) },
      ]),
    ),
  })
  const settings = {
    widgetOrigins: [foreign.origin, foreign.sameSiteOrigin],
    widgetTitle: 'Ask the shop',
    widgetColor: '#13703f',
  }
  expect((await admin.put('/admin/company', { settings })).status).toBe(200)
  const browser: Browser = await openBrowser()
  afterAll(async () => {
    await browser.close()
    await foreign.close()
    await pages.stop()
  })

  let people = 0
  type Visit = { path?: string; origin?: string; isSignedIn?: boolean; options?: BrowserContextOptions }
  /** Opens a page of the company, where a new asker is signed in. */
  async function visit({ path = '/', origin = foreign.origin, isSignedIn = true, options = {} }: Visit = {}) {
    const context = await browser.newContext(options)
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const complaints = recordComplaints(page, ['error', 'warning'])
    const userEmail = `visitor-${++people}@example.com`
    await page.exposeFunction('obtainCode', async () => {
      if (!isSignedIn) return null
      return (await server.post<{ code: string }>('/users/signIn', { userEmail })).data.code
    })
    await page.goto(origin + path)
    return { page, context, complaints, launcher: page.getByRole('button', { name: /Ask the shop/ }) }
  }
  const panelOf = (page: Page) => page.frameLocator('askline-widget iframe')
  const frameOf = (page: Page) =>
    vi.waitUntil(() => page.frames().find((frame) => frame.url().includes('/widget/')), patient) as Promise<Frame>
  async function ask(page: Page, text: string) {
    await panelOf(page).getByRole('textbox', { name: 'Your question' }).fill(text)
    await panelOf(page).getByRole('button', { name: 'Ask', exact: true }).click()
    await panelOf(page).getByRole('link', { name: 'All questions' }).waitFor()
  }

  test('notes the origin of the page that opened it, and reports it only for a page that sends no Referer', async () => {
    const openings = () =>
      stage.sql<{ origin: string }>('select origin from widget_openings where company_id = $1 order by origin', [
        company.companyId,
      ])
    const reportsOf = (page: Page) => {
      const seen: string[] = []
      page.on('request', (request) => request.url().endsWith('/opened') && seen.push(request.method()))
      return seen
    }
    const open = async (where: Visit) => {
      const { page, launcher, complaints } = await visit(where)
      const reports = reportsOf(page)
      await launcher.click()
      await panelOf(page).getByRole('textbox', { name: 'Your question' }).waitFor()
      return { reports, complaints }
    }
    const told = await open({})
    expect(await openings()).toEqual([{ origin: foreign.origin }])

    const silent = await open({ path: '/silent', origin: foreign.sameSiteOrigin })

    const both = [foreign.origin, foreign.sameSiteOrigin].sort().map((origin) => ({ origin }))
    await vi.waitFor(async () => expect(await openings()).toEqual(both), patient)
    expect([told, silent]).toEqual([
      { reports: [], complaints: [] },
      { reports: ['POST'], complaints: [] },
    ])
  })

  test('works in a page with hostile rules, a strict policy and COEP, and its button counts unread messages', async () => {
    const { page, launcher, complaints, context } = await visit({ path: '/hostile' })
    await launcher.click()
    await ask(page, 'Where is my parcel?')
    await page.keyboard.press('Escape')
    await panelOf(page).getByText('Where is my parcel?').first().waitFor({ state: 'hidden' })

    await vi.waitFor(async () => {
      const [asked] = await stage.sql<{ id: string }>(`select id from questions where text = 'Where is my parcel?'`)
      const { status } = await expert.post(`/questions/${asked?.id}/responses`, { text: 'It arrives tomorrow.' })
      expect([200, 201]).toContain(status)
    }, patient)
    await page.getByRole('button', { name: /Ask the shop \(\d+\)/ }).click()
    await panelOf(page).getByText('It arrives tomorrow.').waitFor()

    await page.getByRole('button', { name: 'Ask the shop', exact: true }).waitFor()
    expect(complaints).toEqual([])
    expect(await context.cookies()).toEqual([])
  })

  test('its button counts unread messages after a page load, before the panel is opened, if a question is open', async () => {
    const { page, launcher } = await visit()
    const marks = () => page.evaluate<string>('JSON.stringify(localStorage)')
    const framesOf = () => page.frames().filter((frame) => frame.url().includes('/widget/')).length
    await launcher.waitFor()
    await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))')
    expect([await marks(), framesOf()]).toEqual(['{}', 0])
    await launcher.click()
    await ask(page, 'May I return a gift?')
    await vi.waitFor(async () => expect(await marks()).toContain('askline-'), patient)
    await page.reload()
    await vi.waitFor(async () => {
      const [asked] = await stage.sql<{ id: string }>(`select id from questions where text = 'May I return a gift?'`)
      const { status } = await expert.post(`/questions/${asked?.id}/responses`, { text: 'Within 30 days.' })
      expect([200, 201]).toContain(status)
    }, patient)

    const counted = page.getByRole('button', { name: /Ask the shop \(\d+\)/ })
    await counted.waitFor()
    expect(await page.getByRole('dialog', { name: 'Ask the shop' }).count()).toBe(0)
    await counted.click()
    await panelOf(page).getByText('May I return a gift?').first().click()
    await panelOf(page).getByText('Within 30 days.').first().waitFor()
    await page.getByRole('button', { name: 'Ask the shop', exact: true }).waitFor()

    await page.evaluate('Askline.signOut()')
    expect(await marks()).toBe('{}')
  })

  test('opens a link of an answer in a tab of its own, and the panel keeps the conversation', async () => {
    const { page, launcher, complaints } = await visit()
    await launcher.click()
    await ask(page, 'Where are the rules of returns?')
    await vi.waitFor(async () => {
      const [asked] = await stage.sql<{ id: string }>(
        `select id from questions where text = 'Where are the rules of returns?'`,
      )
      const text = `Read ${foreign.otherOrigin}/twice or mailto:returns@example.com first.`
      const { status } = await expert.post(`/questions/${asked?.id}/responses`, { text })
      expect([200, 201]).toContain(status)
    }, patient)
    const link = panelOf(page).getByRole('link', { name: /twice/ })
    await link.waitFor()

    const [opened] = await Promise.all([page.waitForEvent('popup', { timeout: 10_000 }), link.click()])

    await opened.waitForURL(`${foreign.otherOrigin}/twice`)
    expect(await opened.evaluate('window.opener')).toBe(null)
    await panelOf(page).getByText('Where are the rules of returns?').first().waitFor()
    expect(complaints).toEqual([])
  })

  test('has no accessibility faults that axe finds, and shows who is not signed in what to do', async () => {
    const [signedIn, stranger] = await Promise.all([visit(), visit({ isSignedIn: false })])
    await signedIn.launcher.click()
    await panelOf(signedIn.page).getByRole('textbox', { name: 'Your question' }).waitFor()
    await stranger.launcher.click()
    await panelOf(stranger.page).getByText('You are not signed in.').waitFor()

    for (const { page } of [signedIn, stranger]) {
      expect(await findAccessibilityFaults(await frameOf(page))).toEqual([])
    }
  })

  test("has the company's color in its panel", async () => {
    const { page, launcher } = await visit()
    await launcher.click()
    await panelOf(page).getByRole('button', { name: 'Ask', exact: true }).waitFor()
    const color = `getComputedStyle(document.querySelector('button[type=submit]')).backgroundColor`
    expect(await (await frameOf(page)).evaluate(color)).toBe('rgb(19, 112, 63)')
  })

  test.each([
    ['en-GB', /^\d{1,2}:\d{2}$/],
    ['en-US', /^\d{1,2}:\d{2}\s[AP]M$/],
  ])('shows times as in the region of the browser: %s', async (locale, form) => {
    const { page, launcher } = await visit({ options: { locale } })
    await launcher.click()
    await ask(page, 'When do you open?')
    await panelOf(page).getByRole('link', { name: 'All questions' }).click()
    await panelOf(page).locator('time').filter({ hasText: form }).waitFor()
  })

  test('speaks German in a German browser', async () => {
    const { page, launcher, complaints } = await visit({ options: { locale: 'de-DE' } })
    await launcher.click()

    await panelOf(page).getByRole('heading', { name: 'Wie können wir helfen?' }).waitFor()
    await panelOf(page).getByRole('textbox', { name: 'Ihre Frage' }).waitFor()
    await panelOf(page).getByRole('button', { name: 'Schließen' }).waitFor()
    expect(await (await frameOf(page)).evaluate('document.documentElement.lang')).toBe('de')
    expect(complaints).toEqual([])
  })

  test('is refused in the page of an origin that is not registered: the panel says so, and the console what to change', async () => {
    const { page, launcher, complaints } = await visit({ origin: foreign.otherOrigin })
    await launcher.click()
    const panel = page.getByRole('dialog', { name: 'Ask the shop' })
    expect(await panel.getByText(/cannot be opened on this page\. Please reload it/).isVisible()).toBe(true)
    expect(complaints.join('\n')).toMatch(/Add http:\/\/other\.localhost:\d+ to .* widgetOrigins/)
    expect(await findAccessibilityFaults(page)).toEqual([])

    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    expect(await launcher.evaluate((button: { matches(rule: string): boolean }) => button.matches(':focus'))).toBe(true)
  })

  test('can be closed while its panel is on the way, says when it does not arrive, and tries again when it is opened', async () => {
    const { page, launcher, context } = await visit({ options: { locale: 'de-DE' } })
    const panel = page.getByRole('dialog', { name: 'Ask the shop' })
    let release: (() => void) | undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await context.route(`**/widget/${company.tag}`, async (route) => {
      await held
      await route.abort()
    })
    await launcher.click()
    await panel.getByText('Einen Moment bitte.').waitFor()
    await panel.getByRole('button', { name: 'Schließen' }).click()
    await panel.waitFor({ state: 'hidden' })

    await launcher.click()
    release?.()
    await panel.getByText(/lassen sich auf dieser Seite nicht öffnen/).waitFor()
    await context.unroute(`**/widget/${company.tag}`)
    await page.keyboard.press('Escape')
    await launcher.click()
    await panelOf(page).getByRole('textbox', { name: 'Ihre Frage' }).waitFor()
    expect(await panel.getByText('Einen Moment bitte.').isVisible()).toBe(false)
  })

  test('says that it cannot be drawn, keeps its frame, and works after a reload of the panel', async () => {
    const { page, launcher, context } = await visit()
    const list = '**/v1/questions?*'
    await context.route(list, (route) =>
      route.fulfill({ json: { meta: { serverTime: '' }, data: { questions: [{ uuid: 'x' }], paging: {} } } }),
    )
    await launcher.click()
    await panelOf(page).getByRole('alert').getByText('This page could not be shown.').waitFor()
    expect(await findAccessibilityFaults(await frameOf(page))).toEqual([])
    await panelOf(page).getByRole('button', { name: 'Close' }).waitFor()

    await context.unroute(list)
    await panelOf(page).getByRole('button', { name: 'Load the page again' }).click()

    await ask(page, 'Is it back?')
  })

  test('ignores messages that do not come through its channel', async () => {
    const { page, launcher } = await visit()
    await launcher.click()
    await panelOf(page).getByRole('textbox', { name: 'Your question' }).waitFor()

    await page.evaluate(`{
      const frame = document.querySelector('askline-widget').shadowRoot.querySelector('iframe').contentWindow
      const { port2 } = new MessageChannel()
      frame.postMessage('askline-widget-1', '*', [port2])
      frame.postMessage({ type: 'restart', forget: true }, '*')
      window.postMessage({ type: 'unread', count: 5 }, '*')
      window.postMessage({ type: 'close' }, '*')
    }`)

    await ask(page, 'Is this still the same panel?')
    expect(await page.getByRole('dialog', { name: 'Ask the shop' }).isVisible()).toBe(true)
    expect(await launcher.getAttribute('aria-label')).toBe('Ask the shop')
  })

  test('survives a page that replaces its body and its document', async () => {
    const { page, launcher } = await visit()
    await page.evaluate(`document.body.replaceWith(document.createElement('body'))`)
    await launcher.waitFor()
    await page.evaluate(`{
      const root = document.createElement('html')
      root.append(document.createElement('body'))
      document.documentElement.replaceWith(root)
    }`)
    await launcher.click()
    await panelOf(page).getByRole('textbox', { name: 'Your question' }).waitFor()
  })

  test.each(Object.keys(hostileScripts).map((name, at) => [name, at] as const))(
    'starts and opens in a page that %s',
    async (_name, at) => {
      const { page, launcher } = await visit({ path: `/hostile-${at}` })
      await launcher.click()
      await panelOf(page).getByRole('heading', { name: 'Ask the shop' }).first().waitFor()
      expect(await page.locator('askline-widget').count()).toBe(1)
      expect((await launcher.boundingBox())?.width).toBe(56)
    },
  )

  test('prints neither its button nor its open panel', async () => {
    const { page, launcher } = await visit()
    await launcher.click()
    await panelOf(page).getByRole('textbox', { name: 'Your question' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    const seen = () => page.locator('askline-widget').evaluate((host) => host.getBoundingClientRect().height)
    expect([await launcher.isVisible(), await seen()]).toEqual([false, 0])
    await page.emulateMedia({ media: 'screen' })
    expect(await launcher.isVisible()).toBe(true)
  })

  test('stays open when Escape belongs to an input method', async () => {
    const { page, launcher } = await visit()
    await launcher.click()
    const field = panelOf(page).getByRole('textbox', { name: 'Your question' })
    await field.focus()
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 })
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Escape', code: 'Escape' })
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Escape', code: 'Escape' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect([await field.inputValue(), await launcher.getAttribute('aria-expanded')]).toEqual(['ni', 'true'])
  })

  test('adds one global, and a second script is ignored with a warning', async () => {
    const { page, complaints } = await visit({ path: '/twice' })
    await vi.waitFor(
      () => expect(complaints).toEqual([expect.stringContaining('The second script is ignored.')]),
      patient,
    )
    expect(await page.locator('askline-widget').count()).toBe(1)
    const added = await page.evaluate(
      `Object.keys(window).filter((key) => !window.__before.includes(key) && key !== '__before')`,
    )
    expect(added).toEqual(['Askline'])
  })

  test('covers a phone, keeps Tab inside, and Escape returns to the button', async () => {
    const viewport = { width: 360, height: 740 }
    const { page, launcher } = await visit({ options: { viewport, reducedMotion: 'reduce' } })
    await launcher.click()
    await panelOf(page).getByRole('textbox', { name: 'Your question' }).waitFor()

    const box = await page.getByRole('dialog', { name: 'Ask the shop' }).boundingBox()
    expect(box).toEqual({ x: 0, y: 0, ...viewport })
    for (let steps = 0; steps < 12; steps++) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.localName')).toBe('askline-widget')
    }
    await panelOf(page).getByRole('textbox', { name: 'Your question' }).press('Escape')
    await vi.waitFor(async () => {
      expect(await page.getByRole('dialog', { name: 'Ask the shop' }).count()).toBe(0)
      expect(await launcher.evaluate((button: { matches(rule: string): boolean }) => button.matches(':focus'))).toBe(
        true,
      )
    }, patient)
  })

  test('works without storage, locks and channels between tabs', async () => {
    const { page, context, launcher, complaints } = await visit()
    const content = `{
      const get = () => { throw new DOMException('Access is denied for this document.', 'SecurityError') }
      for (const name of ['localStorage', 'sessionStorage', 'BroadcastChannel']) Object.defineProperty(window, name, { get })
      Object.defineProperty(navigator, 'locks', { get })
    }`
    await context.addInitScript({ content })
    await page.reload()
    await launcher.click()
    await panelOf(page).getByRole('textbox', { name: 'Your question' }).fill('Do')
    await panelOf(page).getByText('This browser keeps no drafts here.').waitFor()
    await ask(page, 'Do you need storage?')
    expect(complaints).toEqual([])
  })

  test('forgets the person and their draft when the page signs them out', async () => {
    // Only here does the frame have storage: browsers deny it to frames of other sites.
    const { page, launcher } = await visit({ origin: foreign.sameSiteOrigin })
    const kept = async () => (await frameOf(page)).evaluate<string>('JSON.stringify(localStorage)')
    await launcher.click()
    await panelOf(page).getByRole('textbox', { name: 'Your question' }).fill('A secret draft')
    expect(await kept()).toContain('A secret draft')

    await page.evaluate('Askline.signOut()')
    await launcher.click()
    await panelOf(page).getByText('You are not signed in.').waitFor()
    expect(await kept()).not.toContain('A secret draft')
  })
})
