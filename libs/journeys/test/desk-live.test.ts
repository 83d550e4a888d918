import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { browserPath, type Client, fetchToken, openCaller, raisePages } from '../src/index.ts'

/** Counts the frames in which anything on the page changes, and the requests that the page sends. */
const countFrames = `
  window.seen = { frames: 0, began: performance.now(), requests: 0 }
  let isCounted = false
  new MutationObserver(() => {
    if (isCounted) return
    isCounted = true
    seen.frames++
    requestAnimationFrame(() => { isCounted = false })
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  new PerformanceObserver((list) => { seen.requests += list.getEntries().length }).observe({ type: 'resource' })`

/** ms after which a page fetches a change at once again. */
const lookPauseMs = 3_000

const patient = { timeout: 20_000, interval: 50 }

describe.skipIf(browserPath === undefined)('pages on which much changes', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages()
  const { stage, openExpert } = pages
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  const callerOf = async (client: Client) => openCaller(stage.apiUrls, await fetchToken(stage.apiUrls[0] ?? '', client))

  test('a hundred changes a second are drawn at most ten times and fetched at most twice a second, and neither the caret nor the view moves', async () => {
    const company = await stage.found({ experts: 1 })
    const shop = await callerOf(company.integration)
    const ask = async (n: number) => {
      const asked = { userEmail: `ada-${n}@example.com`, text: `Which branches are open on day ${n}?` }
      return { ...asked, questionUuid: (await shop.post<{ uuid: string }>('/questions', asked)).data.uuid }
    }
    const asked = await Promise.all(Array.from({ length: 10 }, (_, n) => ask(n)))
    const open = asked[0] ?? (await ask(0))
    const write = async ({ questionUuid, userEmail }: typeof open, text: string) =>
      expect((await shop.post('/messages', { questionUuid, userEmail, text })).status).toBe(201)
    for (let n = 1; n <= 30; n++) await write(open, `Earlier ${n}`)
    const { page, complaints } = await openExpert(0, '/desk/offers', company)
    // Rows outside the view are not in the document, but the headings of both groups count them.
    const groups = page.getByRole('heading', { name: /^(For you|Open to everyone): \d+$/ })
    const listed = async () =>
      (await groups.allTextContents()).reduce((sum, heading) => sum + Number(heading.replace(/\D/g, '')), 0)
    await vi.waitFor(async () => expect(await listed()).toBe(10), patient)
    await page.locator(`a[href="/desk/offers/${open.questionUuid}"]`).click()
    const field = page.getByRole('textbox', { name: /Write an answer/ })
    await field.fill('On Sunday')
    await page.keyboard.press('ArrowLeft')
    await page.getByText('Earlier 30', { exact: true }).hover()
    await page.mouse.wheel(0, -400)
    const read = page.getByText('Earlier 20', { exact: true })
    const placeOf = async () => Math.round((await read.boundingBox())?.y ?? 0)
    const before = await atRest(placeOf)
    await page.evaluate(countFrames)

    let written = 0
    const began = performance.now()
    const writeOn = async (question: typeof open) => {
      while (written < 300) await write(question, `Branch number ${++written}.`)
    }
    await Promise.all([open, open, open, open, ...asked.slice(1, 7)].map(writeOn))
    const rate = (written * 1_000) / (performance.now() - began)
    const ofOpen = await stage.sql<{ body: string }>(
      `select body from messages where question_id = $1 and body like 'Branch%' order by id desc`,
      [open.questionUuid],
    )
    await page.getByText(ofOpen[0]?.body ?? '', { exact: true }).waitFor()

    const { frames, ms, requests } = await page.evaluate<Record<'frames' | 'ms' | 'requests', number>>(
      '({ ...seen, ms: performance.now() - seen.began })',
    )
    console.log(
      `  ${Math.round(rate)} changes/s, ${ofOpen.length} in the open question: ${frames} frames and ${requests} requests in ${Math.round(ms)} ms`,
    )
    expect(frames).toBeGreaterThan(0)
    // One repaint every 100 ms, the first one, and two by effects such as the button to new messages.
    expect(frames).toBeLessThanOrEqual(ms / 100 + 3)
    // Two requests a second, and what a page may fetch at once after a quiet time.
    expect(requests).toBeLessThanOrEqual((2 * ms) / 1_000 + 8)
    expect(await atRest(placeOf)).toBe(before)
    await new Promise((resolve) => setTimeout(resolve, lookPauseMs))
    await write(open, 'One more.')
    const wrote = performance.now()
    await page.getByText('One more.', { exact: true }).waitFor()
    console.log(`  a single change is shown ${Math.round(performance.now() - wrote)} ms after its answer`)
    await page.keyboard.type('!')
    expect(await field.inputValue()).toBe('On Sunda!y')
    expect(complaints).toEqual([])
  })
})

/** Waits until a value is the same twice, and returns it. */
const atRest = (read: () => Promise<number>): Promise<number> =>
  vi.waitFor(async () => {
    const value = await read()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await read()).toBe(value)
    return value
  }, patient)
