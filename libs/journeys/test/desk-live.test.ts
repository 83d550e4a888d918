import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import {
  askOnPage,
  browserPath,
  type Client,
  fetchToken,
  findAccessibilityFaults,
  openCaller,
  raisePages,
  type Visitor,
} from '../src/index.ts'

const patient = { timeout: 20_000, interval: 50 }

describe.skipIf(browserPath === undefined)('pages on which much changes', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages()
  const { stage, openAsker, openAgent } = pages
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  const callerOf = async (client: Client) => openCaller(stage.apiUrls, await fetchToken(stage.apiUrls[0] ?? '', client))
  const uuidOf = ({ page }: Visitor) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

  test('what happened while the network was away is shown when it returns', async () => {
    const house = await stage.found({ experts: 1 })
    const asker = await openAsker('/ask', house)
    await askOnPage(asker, 'Is my deposit insured?')
    const { page } = asker
    await page.getByText('Experts are being asked.').waitFor()
    const asks: string[] = []
    page.on('request', (request) => asks.push(request.url()))
    await page.context().setOffline(true)
    await page.getByText('No connection.').waitFor({ timeout: 60_000 })
    const bruno = await callerOf(house.experts[0] ?? house.dora)
    await vi.waitFor(async () => {
      const answer = await bruno.post(`/questions/${uuidOf(asker)}/responses`, { text: 'Up to a limit.' })
      expect(answer.status).toBe(201)
    }, patient)

    await page.context().setOffline(false)
    const back = performance.now()

    await page.getByText('Up to a limit.').waitFor()
    await page.getByText('No connection.').waitFor({ state: 'detached' })
    console.log(`  current ${Math.round(performance.now() - back)} ms after the network's return`)
  })

  test('texts that two tabs could not send are sent after both were closed', async () => {
    const house = await stage.found({ experts: 1 })
    const asker = await openAsker('/ask', house)
    await askOnPage(asker, 'May I keep my number?')
    const questionUuid = uuidOf(asker)
    const context = asker.page.context()
    const tabs = [asker.page, await context.newPage()]
    await tabs[1]?.goto(asker.page.url())
    for (const tab of tabs) await tab.getByRole('textbox', { name: 'Write a message' }).waitFor()
    await context.setOffline(true)
    for (const [at, tab] of tabs.entries()) {
      await tab.getByRole('textbox', { name: 'Write a message' }).fill(`From tab ${at}`)
      await tab.keyboard.press('Control+Enter')
      await tab.getByText(`From tab ${at}`).waitFor()
    }
    const page = await context.newPage()
    for (const tab of tabs) await tab.close()
    await context.setOffline(false)
    await page.goto('/ask')

    await vi.waitFor(async () => {
      const sent = await stage.sql(
        `select body from messages where question_id = $1 and body like 'From tab %' order by body`,
        [questionUuid],
      )
      expect(sent).toEqual([{ body: 'From tab 0' }, { body: 'From tab 1' }])
    }, patient)
  })

  test('nested metadata of a question are lists for agents, and no value of them is markup', async () => {
    const house = await stage.found({ experts: 1 })
    const shop = await callerOf(house.integration)
    const metadata = {
      order: { id: 17, items: ['Card', { color: 'blue', sizes: [1, 2] }], isPaid: true, note: null },
      tags: ['new', '<img src=x onerror="window.attacked=1">'],
      '<script>window.attacked=1</script>': { constructor: 'x', empty: {} },
      plan: 'gold',
    }
    const { data } = await shop.post<{ uuid: string }>('/questions', {
      userEmail: 'ada@example.com',
      text: 'Where is order 17?',
      metadata,
    })
    await shop.post(`/questions/${data.uuid}/reroute`, { userEmail: 'ada@example.com' })

    const { page, complaints } = await openAgent(`/desk/queue/${data.uuid}`, house)
    await page.getByText('blue').waitFor()

    const facts = await page.locator('dl').first().textContent()
    expect(facts).toContain('color')
    expect(facts).toContain('<img src=x onerror="window.attacked=1">')
    expect(facts).toContain('<script>window.attacked=1</script>')
    expect(facts).not.toContain('[object Object]')
    expect(facts).not.toContain('{"')
    expect(await page.evaluate('window.attacked')).toBeUndefined()
    expect(await findAccessibilityFaults(page)).toEqual([])
    expect(complaints).toEqual([])
    if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/metadata.png` })
  })

  test('an asker reads until when an answer is expected, and that it is late by the clock of a sandbox', async () => {
    const house = await stage.found({ experts: 1, isSandbox: true })
    const asker = await openAsker('/ask', house)
    await askOnPage(asker, 'When do you open?')
    const { page } = asker
    await page.getByText('We tell you as soon as somebody answers.').waitFor()
    // As routing writes it, which promises nothing before it has learned from five answers.
    const expected = `jsonb_build_object('estimatedAnswerDate', clock_timestamp() + interval '30 min')`
    await stage.sql(
      `update messages set detail = detail || ${expected} where question_id = $1 and detail is not null`,
      [uuidOf(asker)],
    )
    await page.reload()
    await page.getByText(/Usually answered by .*\d/).waitFor()

    const edda = await callerOf(house.edda)
    await edda.post('/admin/clock', { advance: 'PT1H' })

    await vi.waitFor(async () => {
      await page.reload()
      await page.getByText('Later than we said.').waitFor({ timeout: 2_000 })
    }, patient)
    expect(asker.complaints).toEqual([])
  })
})
