import type { Page } from 'playwright-core'
import { fetchToken, openCaller } from '../../clients/caller.ts'
import { serveForeignPages } from '../../clients/foreign-page.ts'
import type { Visitor } from '../../clients/visitor.ts'
import { type Pages, raisePages } from '../../stage/pages.ts'
import { summarise } from '../figures.ts'
import { type Measurement, ms, type Setting } from './measurement.ts'
import { measureScrolling } from './scrolling.ts'

/** Lighthouse's slow 4G: 150 ms, 1.6 Mbit/s down, 750 kbit/s up. With a processor that is four times slower. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const slowdown = 4
const runs = 3
const goals = { ask: 2_000, desk: 2_500, panel: 2_500, host: 20 }

const field = 'textarea:enabled'
const offer = 'a[href^="/desk/offers/"]'

/** Measures how soon pages can be used with an empty cache, what the widget's loader costs, and how long lists scroll. */
export async function measurePages({ say }: Setting): Promise<Measurement> {
  const pages = await raisePages({ experts: 1 })
  try {
    await askForOffer(pages)
    const ask = await repeat(() => loadAndClose(pages.openAsker('about:blank'), '/ask', field))
    const desk = await repeat(() => loadAndClose(pages.openExpert(0, 'about:blank'), '/desk/offers', offer))
    const widget = await measureWidget(pages)
    const median = (all: readonly Loaded[], of: keyof Loaded) => summarise(all.map((one) => one[of])).median
    const figures = {
      '/ask usable, ms': median(ask, 'usable'),
      '/ask LCP, ms': median(ask, 'lcp'),
      '/desk usable, ms': median(desk, 'usable'),
      '/desk LCP, ms': median(desk, 'lcp'),
      'panel usable after the click, ms': summarise(widget.panel).median,
      'LCP of a page with the loader minus without it, ms':
        summarise(widget.withLoader).median - summarise(widget.withoutLoader).median,
    }
    const scrolling = await measureScrolling(pages)
    for (const [what, value] of Object.entries(scrolling.figures)) say(`${what}: ${value}`)
    for (const [what, value] of Object.entries(figures)) say(`${what.replace(', ms', '')}: ${ms(value)}`)
    const verdict = (what: keyof typeof figures, goal: number) => ({
      what: `${what.replace(', ms', '')}, slow 4G, processor ${slowdown} times slower`,
      wanted: `≤ ${ms(goal)}`,
      got: ms(figures[what]),
      isMet: figures[what] <= goal,
    })
    return {
      figures: { ...figures, ...scrolling.figures },
      verdicts: [
        verdict('/ask usable, ms', goals.ask),
        verdict('/desk usable, ms', goals.desk),
        verdict('panel usable after the click, ms', goals.panel),
        verdict('LCP of a page with the loader minus without it, ms', goals.host),
        ...scrolling.verdicts,
      ],
    }
  } finally {
    await pages.stop()
  }
}

type Loaded = { usable: number; lcp: number }

async function repeat<T>(measure: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let n = 0; n < runs; n++) all.push(await measure())
  return all
}

/** Asks a question and waits until the expert is offered it. */
async function askForOffer({ stage, house }: Pages): Promise<void> {
  const url = stage.apiUrls[0] ?? ''
  const shop = openCaller(stage.apiUrls, await fetchToken(url, house.integration))
  await shop.post('/questions', { userEmail: 'ada@example.com', text: 'How do I block my lost card?' })
  for (;;) {
    const [row] = await stage.sql<{ count: number }>(
      `select count(*)::int as count from offers where status = 'pending'`,
    )
    if ((row?.count ?? 0) > 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', slow4G)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** A script that notes when the largest part of the page was painted, and when an element was first there and had a size. */
const watchLoading = (selector: string) => `
  window.seen = { usable: 0, lcp: 0 }
  new PerformanceObserver((list) => { seen.lcp = list.getEntries().at(-1).startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  const look = () => {
    if (document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect().height > 0) seen.usable = performance.now()
    else requestAnimationFrame(look)
  }
  look()`

async function load(page: Page, path: string, selector: string): Promise<Loaded> {
  await slowDown(page)
  await page.addInitScript(watchLoading(selector))
  await page.goto(path)
  await page.locator(selector).first().waitFor()
  // The largest part may be painted after the element is there.
  await page.waitForFunction('window.seen.lcp > 0 && window.seen.usable > 0')
  return (await page.evaluate('window.seen')) as Loaded
}

/** Closes the page, because an open one takes a share of the processor from the next. */
async function loadAndClose(opening: Promise<Visitor>, path: string, selector: string): Promise<Loaded> {
  const { page, close } = await opening
  try {
    return await load(page, path, selector)
  } finally {
    await close()
  }
}

async function measureWidget({ stage, house, openAsker }: Pages) {
  const api = stage.apiUrls[0] ?? ''
  const callerOf = async (client: typeof house.edda | typeof house.integration) =>
    openCaller(stage.apiUrls, await fetchToken(api, client))
  const host = (head: string) =>
    `<!doctype html><html lang="en"><head><title>Shop</title>${head}</head><body><h1>${'A shop with many words. '.repeat(20)}</h1></body></html>`
  const loader = `<script defer src="${api}/widget/${house.tag}/v1.js"></script>
    <script>addEventListener('load', () => Askline.signIn(() => obtainCode()))</script>`
  const foreign = await serveForeignPages({ '/with': { html: host(loader) }, '/without': { html: host('') } })
  try {
    const origins = [foreign.origin, foreign.sameSiteOrigin]
    await (await callerOf(house.edda)).put('/admin/company', { settings: { widgetOrigins: origins } })
    const server = await callerOf(house.integration)
    const open = async (path: string) => {
      const { page, email } = await openAsker('about:blank')
      await page.exposeFunction('obtainCode', async () => {
        const { data } = await server.post<{ code: string }>('/users/signIn', { userEmail: email })
        return data.code
      })
      // The frame of a page of the same site runs in its process and is slowed down with it.
      return { page, ...(await load(page, `${foreign.sameSiteOrigin}${path}`, 'h1')) }
    }
    const lcpOf = async (path: string) => {
      const { page, lcp } = await open(path)
      await page.close()
      return lcp
    }
    const withoutLoader = await repeat(() => lcpOf('/without'))
    const withLoader = await repeat(() => lcpOf('/with'))
    const panel = await repeat(async () => {
      const { page } = await open('/with')
      await page.waitForFunction('window.Askline')
      const began = performance.now()
      await page.evaluate('Askline.open()')
      await page.frameLocator('iframe').getByRole('textbox').first().waitFor()
      const took = performance.now() - began
      await page.close()
      return took
    })
    return { withoutLoader, withLoader, panel }
  } finally {
    await foreign.close()
  }
}
