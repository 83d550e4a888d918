import type { Page } from 'playwright-core'
import { fetchToken, openCaller } from '../../clients/caller.ts'
import { fillQueue, lengthenConversation } from '../../load/crowded.ts'
import type { Pages } from '../../stage/pages.ts'
import { type Measurement, ms, pause } from './measurement.ts'

const count = 10_000
const goals = { frame: 20, task: 50, rows: 60 }

/** What a page did while its reader scrolled: `frame` and `task` in ms, `task` as CPU time. The most `rows` and `elements` at once. */
type Scrolled = { frame: number; task: number; rows: number; elements: number }

/** Measures how smoothly 10,000 rows of the agents' queue and 10,000 messages of a conversation scroll, after all were loaded. */
export async function measureScrolling(pages: Pages): Promise<Measurement> {
  const lists = { 'rows of an inbox': await scrollQueue(pages), messages: await scrollConversation(pages) }
  const all = Object.entries(lists)
  return {
    figures: Object.fromEntries(
      all.flatMap(([what, { frame, task, rows, elements }]) => [
        [`${what}: p95 of frame time, ms`, frame],
        [`${what}: CPU time of the longest task, ms`, task],
        [`${what}: rows in the document`, rows],
        [`${what}: elements in the document`, elements],
      ]),
    ),
    verdicts: all.flatMap(([what, { frame, task, rows }]) => {
      const of = `of ${count} ${what}`
      return [
        {
          what: `p95 of frame time, scrolling ${of}`,
          wanted: `≤ ${ms(goals.frame)}`,
          got: ms(frame),
          isMet: frame <= goals.frame,
        },
        {
          what: `CPU time of the longest task, scrolling ${of}`,
          wanted: `≤ ${ms(goals.task)}`,
          got: ms(task),
          isMet: task <= goals.task,
        },
        { what: `in the document ${of}`, wanted: `≤ ${goals.rows}`, got: `${rows}`, isMet: rows <= goals.rows },
      ]
    }),
  }
}

async function scrollQueue({ stage, openAgent }: Pages): Promise<Scrolled> {
  const house = await stage.found({ experts: 1 })
  const shop = openCaller(stage.apiUrls, await fetchToken(stage.apiUrls[0] ?? '', house.integration))
  await shop.post('/questions', { userEmail: 'ada@example.com', text: 'Where is my card?' })
  await fillQueue(stage, house, count)
  const { page, close } = await openAgent('/desk/queue', house)
  const row = 'a[href^="/desk/queue/"]'
  await page.locator(row).first().waitFor()
  await page.evaluate(findScroller(row))
  // The number in the heading has a plus until all rows are loaded.
  await loadAll(page, 'scroller.scrollHeight', `document.querySelector('h1').textContent.includes('10,000')`)
  const scrolled = await scroll(page, row)
  await close()
  return scrolled
}

async function scrollConversation({ stage, openExpert }: Pages): Promise<Scrolled> {
  const house = await stage.found({ experts: 1 })
  const [client] = house.experts
  if (!client) throw new Error('The company has no expert')
  const [shop, bruno] = await Promise.all(
    [house.integration, client].map(async (one) =>
      openCaller(stage.apiUrls, await fetchToken(stage.apiUrls[0] ?? '', one)),
    ),
  )
  const asked = await shop?.post<{ uuid: string }>('/questions', { userEmail: 'ada@example.com', text: 'Which fees?' })
  const uuid = asked?.data.uuid ?? ''
  const answer = async () =>
    await bruno?.post<{ uuid: string }>(`/questions/${uuid}/responses`, { text: 'Which card?' })
  let answered = await answer()
  while (answered?.status !== 201) {
    await pause(100)
    answered = await answer()
  }
  await lengthenConversation(stage, { uuid, responseUuid: answered.data.uuid }, count)
  const { page, close } = await openExpert(0, `/desk/claimed/${uuid}`, house)
  const row = '[role=log] [data-row]'
  await page.getByText(`Line ${count}`).waitFor()
  await page.evaluate(findScroller(row))
  await loadAll(
    page,
    '0',
    `document.querySelector('[data-row="question"]') && !document.querySelector('[data-row="earlier"]')`,
  )
  const scrolled = await scroll(page, row)
  await close()
  return scrolled
}

/** A script that names the element in which `row` scrolls. */
const findScroller = (row: string) => `
  window.scroller = document.querySelector('${row}')
  while (!/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement`

/** Scrolls to the end at `top` again and again, until the page says that all rows are loaded. */
async function loadAll(page: Page, top: string, isLoaded: string): Promise<void> {
  while (!(await page.evaluate<boolean>(`scroller.scrollTop = ${top}, ${isLoaded}`))) await pause(50)
}

/** A script that notes what every frame takes, and what is in the document. */
const watchFrames = (row: string) => `
  window.seen = { frames: [], rows: 0, elements: 0 }
  let last = performance.now()
  const look = (now) => {
    seen.frames.push(now - last)
    last = now
    seen.rows = Math.max(seen.rows, document.querySelectorAll('${row}').length)
    seen.elements = Math.max(seen.elements, document.querySelectorAll('*').length)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

/** Scrolls 40,000 px by the wheel in ten seconds, from the middle of the list and back. */
async function scroll(page: Page, row: string): Promise<Scrolled> {
  await page.evaluate('scroller.scrollTop = scroller.scrollHeight / 2')
  await pause(1_000)
  await page.evaluate(watchFrames(row))
  const { x, y } = await page.evaluate<{ x: number; y: number }>(`(() => {
    const { left, top, width, height } = scroller.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  })()`)
  const devTools = await page.context().newCDPSession(page)
  const browser = page.context().browser()
  if (!browser) throw new Error('Only a browser that was launched can be traced')
  await browser.startTracing(page, { categories: ['-*', 'toplevel', '__metadata'] })
  for (const yDistance of [-20_000, 20_000]) {
    await devTools.send('Input.synthesizeScrollGesture', { x, y, yDistance, speed: 4_000, gestureSourceType: 'mouse' })
  }
  const trace = await browser.stopTracing()
  const { frames, rows, elements } = await page.evaluate<{ frames: number[]; rows: number; elements: number }>('seen')
  const sorted = frames.slice(2).sort((a, b) => a - b)
  return { frame: sorted[Math.floor(sorted.length * 0.95)] ?? 0, task: longestTask(trace), rows, elements }
}

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } }

/**
 * Returns the CPU time in ms of the longest task on the main thread of a page, from Chromium's trace. Its duration would also contain
 * the time in which other processes had the processor.
 */
function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const main = new Set(traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(threadOf))
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && main.has(threadOf(event)))
  if (tasks.length === 0) throw new Error('The trace of the browser has no task of the page')
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1_000), 0)
}
