import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import {
  browserPath,
  type Company,
  fetchToken,
  findAccessibilityFaults,
  lengthenConversation,
  openCaller,
  raisePages,
  type Visitor,
} from '../src/index.ts'

const patient = { timeout: 20_000, interval: 50 }
const count = 2_500
/** Rows that a window of 800 px and its surroundings may hold. */
const mostRows = 60

describe.skipIf(browserPath === undefined)('a conversation of thousands of messages', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages()
  const { stage, openAsker, openExpert } = pages
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  /** A question that an expert answered, with `count` more messages of both, open at `who`'s page. */
  async function openLong(who: 'asker' | 'expert') {
    const company = await stage.found({ experts: 1 })
    await stage.sql(`update companies set settings = settings || '{"maxMessages": 10000}' where id = $1`, [
      company.companyId,
    ])
    const asker = await openAsker('/ask', company)
    const [shop, bruno] = await Promise.all([callerOf(company, 'integration'), callerOf(company, 'expert')])
    const asked = { userEmail: asker.email, text: 'Which fees do I pay?' }
    const { data } = await shop.post<{ uuid: string }>('/questions', asked)
    const responseUuid = await vi.waitFor(async () => {
      const answer = await bruno.post<{ uuid: string }>(`/questions/${data.uuid}/responses`, { text: 'Which card?' })
      expect(answer.status).toBe(201)
      return answer.data.uuid
    }, patient)
    await lengthenConversation(stage, { uuid: data.uuid, responseUuid }, count)
    const visitor =
      who === 'asker'
        ? await goTo(asker, `/ask/q/${data.uuid}`)
        : await openExpert(0, `/desk/claimed/${data.uuid}`, company)
    await visitor.page.getByText(`Line ${count} `).waitFor()
    let sent = 0
    /** Adds `n` messages of the other side, and returns the text of the last. */
    const write = async (n: number) => {
      for (let i = 0; i < n; i++) {
        const text = `News ${++sent}.`
        const message = who === 'asker' ? { responseUuid, text } : { responseUuid, text, userEmail: asker.email }
        expect((await (who === 'asker' ? bruno : shop).post('/messages', message)).status).toBe(201)
      }
      return `News ${sent}.`
    }
    return { ...visitor, write }
  }

  const callerOf = async (company: Company, who: 'integration' | 'expert') => {
    const client = who === 'integration' ? company.integration : company.experts[0]
    return openCaller(stage.apiUrls, await fetchToken(stage.apiUrls[0] ?? '', client ?? company.integration))
  }
  const goTo = async (visitor: Visitor, path: string) => {
    await visitor.page.goto(path)
    return visitor
  }

  test.each(['asker', 'expert'] as const)(
    'of the %s has few rows in the document, and all are reached by scrolling',
    async (who) => {
      const { page, complaints } = await openLong(who)
      const { wheel, rows } = scrollerOf(page)

      await vi.waitFor(
        async () => {
          await wheel(-100_000)
          expect(await rows()).toBeLessThan(mostRows)
          expect(await page.getByText(/^Line 1 and/).count()).toBe(1)
        },
        { timeout: 60_000, interval: 50 },
      )

      expect(await findAccessibilityFaults(page)).toEqual([])
      expect(complaints).toEqual([])
    },
  )

  test.each(['asker', 'expert'] as const)(
    'of the %s stays where the reader is while messages arrive, and a button leads to them',
    async (who) => {
      const { page, write } = await openLong(who)
      const { wheel, rows, firstInSight, rest } = scrollerOf(page)
      await wheel(-20_000)
      await rest()
      const before = await firstInSight()

      const newest = await write(20)

      const button = page.getByRole('button', { name: 'New message' })
      await button.waitFor()
      await rest()
      expect(await firstInSight()).toEqual(before)
      await button.click()
      await page.getByText(newest, { exact: true }).waitFor()
      expect(await rows()).toBeLessThan(mostRows)
    },
  )

  test.each(['asker', 'expert'] as const)(
    'of the %s follows the end if the reader is there, under a field whose text stays',
    async (who) => {
      const { page, write } = await openLong(who)
      const field = page.getByRole('textbox', { name: /Write (a message|an answer)/ })
      await field.click()
      await page.keyboard.type('Half a sentence')
      await page.keyboard.press('ArrowLeft')
      await scrollerOf(page).rest()
      const before = await field.boundingBox()

      const newest = await write(10)

      await page.getByText(newest, { exact: true }).waitFor()
      await scrollerOf(page).rest()
      expect(await page.getByText(newest, { exact: true }).isVisible()).toBe(true)
      expect(await field.boundingBox()).toEqual(before)
      await page.keyboard.type('!')
      expect(await field.inputValue()).toBe('Half a sentenc!e')
    },
  )

  test('of an expert has rows in sight after what stands above it grew', async () => {
    const { page } = await openLong('expert')
    await page.setViewportSize({ width: 500, height: 800 })
    const { rows, rest } = scrollerOf(page)
    await rest()

    await page.evaluate(`
      window.scroller = document.querySelector('[role=log]')
      while (!/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement
      scroller.querySelector('dl').style.paddingBlockEnd = '2000px'
      scroller.scrollTop = scroller.scrollHeight / 2`)

    await vi.waitFor(async () => {
      const inSight = await page.evaluate(`[...document.querySelectorAll('[role=log] [data-row] article')]
        .filter((row) => row.getBoundingClientRect().bottom > 150 && row.getBoundingClientRect().top < 600).length`)
      expect(inSight).toBeGreaterThan(0)
    }, patient)
    expect(await rows()).toBeLessThan(mostRows)
  })
})

/** The conversation of a page: its rows, and how to scroll it. */
function scrollerOf(page: Page) {
  const rows = page.getByRole('log').locator('[data-row]')
  /** The first row in sight, with its place to the pixel. */
  const firstInSight = () =>
    rows.evaluateAll((all) => {
      const inSight = all.find((row) => row.getBoundingClientRect().bottom > 200)
      return { row: inSight?.getAttribute('data-row'), top: Math.round(inSight?.getBoundingClientRect().top ?? 0) }
    })
  return {
    rows: () => rows.count(),
    firstInSight,
    async wheel(y: number) {
      await rows.last().hover({ force: true })
      await page.mouse.wheel(0, y)
    },
    /** Waits until nothing moves. */
    rest: () =>
      vi.waitFor(async () => {
        const one = await firstInSight()
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
        expect(await firstInSight()).toEqual(one)
      }, patient),
  }
}
