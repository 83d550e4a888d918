import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import {
  askOnPage,
  browserPath,
  fetchToken,
  findAccessibilityFaults,
  openCaller,
  openedQuestion,
  raisePages,
} from '../src/index.ts'

const patient = { timeout: 20_000, interval: 50 }

describe.skipIf(browserPath === undefined)('the pages', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages()
  const { stage, company, openAsker, openExpert, openAgent } = pages
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  /** Returns how many messages of the shown question have this text. A field is emptied before its text is stored. */
  async function messagesOf(page: Page, text: string): Promise<number> {
    const uuid = openedQuestion({ page })
    return (await stage.sql('select 1 from messages where question_id = $1 and body = $2', [uuid, text])).length
  }

  test('a question goes from the asker to an expert, is answered by keyboard, accepted and rated', async () => {
    const [asker, expert] = await Promise.all([openAsker(), openExpert(0)])
    await askOnPage(asker, 'How do I block my lost card?')
    await asker.page.getByText('Experts are being asked.').waitFor()

    await expert.page.getByText('How do I block my lost card?').first().waitFor()
    await expert.page.keyboard.press('j')
    await expert.page.getByRole('button', { name: 'Claim' }).waitFor()
    await expert.page.keyboard.press('r')
    // Keys pressed before the field has the focus are shortcuts.
    await expert.page.locator('textarea:focus').waitFor()
    await expert.page.keyboard.type('In the app, under **Cards**.')
    await expert.page.keyboard.press('Control+Enter')

    await asker.page.getByText('Does this answer the question?').waitFor()
    await asker.page.getByRole('button', { name: 'This answers my question' }).click()
    await asker.page.getByRole('button', { name: 'Very helpful' }).click()
    await asker.page.getByText('Resolved').first().waitFor()
    expect([...asker.complaints, ...expert.complaints]).toEqual([])
  })

  test('only one of two concurrent claims succeeds, and the other expert reads who was first', async () => {
    const asker = await openAsker()
    const experts = await Promise.all([openExpert(0), openExpert(1)])
    await askOnPage(asker, 'Why was my transfer of yesterday refused?')
    for (const { page } of experts) {
      await page.getByText('Why was my transfer of yesterday refused?').first().click()
      await page.getByRole('button', { name: 'Claim' }).waitFor()
    }
    // Otherwise the page of the second may hear of the first claim before its button is clicked.
    let sent = 0
    let letThrough: () => void = () => undefined
    const areBothSent = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    for (const { page } of experts) {
      await page.route('**/claim', async (route) => {
        if (++sent === experts.length) letThrough()
        await areBothSent
        await route.continue()
      })
    }

    await Promise.all(experts.map(({ page }) => page.getByRole('button', { name: 'Claim' }).click()))

    await vi.waitFor(async () => {
      const winners = await Promise.all(
        experts.map(({ page }) => page.getByRole('button', { name: 'Give back' }).count()),
      )
      expect(winners.toSorted()).toEqual([0, 1])
      const [winner, loser] = winners[0] === 1 ? [0, 1] : [1, 0]
      expect(await experts[loser]?.page.getByRole('status').allTextContents()).toContain(
        `${company.experts[winner]?.name} was first.`,
      )
    }, patient)
  })

  test('a message written without a network is kept through a reload and sent once when the network is back', async () => {
    const asker = await openAsker()
    await askOnPage(asker, 'What does a transfer abroad cost?')
    const address = asker.page.url()
    const composer = asker.page.getByRole('textbox', { name: 'Write a message' })
    await composer.waitFor()
    await asker.page.context().setOffline(true)
    await composer.fill('To Norway, that is.')
    await asker.page.getByRole('button', { name: 'Send' }).click()
    await asker.page.getByText('No connection.').waitFor()

    await asker.page.context().setOffline(false)
    await asker.page.goto(address)

    await vi.waitFor(async () => {
      const bodies = await stage.sql<{ count: number }>(
        `select count(*)::int as count from messages where body = 'To Norway, that is.'`,
      )
      expect(bodies).toEqual([{ count: 1 }])
    }, patient)
    await asker.page.getByRole('article').filter({ hasText: 'To Norway, that is.' }).waitFor()
  })

  test('two tabs share a draft, and a text that one of them sends is gone from the field of the other', async () => {
    const asker = await openAsker()
    await askOnPage(asker, 'Do you rent lockers?')
    const other = await asker.page.context().newPage()
    await other.goto(asker.page.url())
    const [here, there] = [asker.page, other].map((page) => page.getByRole('textbox', { name: 'Write a message' }))
    await there?.waitFor()
    await here?.fill('Large ones?')
    await vi.waitFor(async () => expect(await there?.inputValue()).toBe('Large ones?'), patient)

    await here?.press('Control+Enter')

    await vi.waitFor(async () => expect(await there?.inputValue()).toBe(''), patient)
    await there?.fill('Small ones?')
    await vi.waitFor(async () => expect(await here?.inputValue()).toBe('Small ones?'), patient)
    await expect.poll(() => messagesOf(asker.page, 'Large ones?'), patient).toBe(1)
  })

  test('a question that the asker hands over is answered by an agent and resolved', async () => {
    const [asker, agent] = await Promise.all([openAsker(), openAgent()])
    await askOnPage(asker, 'I want to complain about a fee.')
    await asker.page.getByRole('button', { name: 'Hand it to an agent' }).click()
    await asker.page.getByText('An agent takes over.').waitFor()

    await agent.page.getByText('I want to complain about a fee.').first().click()
    await agent.page.getByRole('textbox', { name: 'Write a message' }).fill('We refund the fee today.')
    await agent.page.keyboard.press('Control+Enter')
    await asker.page.getByText('We refund the fee today.').waitFor()
    await agent.page.getByRole('button', { name: 'Resolve' }).click()

    await asker.page.getByText('Resolved').first().waitFor()
    expect([...asker.complaints, ...agent.complaints]).toEqual([])
  })

  test('a person who signs out is asked about unsent texts, none of them stays in the browser, and the session ends in every tab', async () => {
    const asker = await openAsker()
    await askOnPage(asker, 'May I pay in coins?')
    const { page, close } = await openExpert(0, '/desk/offers')
    await page.getByText('May I pay in coins?').first().click()
    const second = await page.context().newPage()
    await second.goto('/desk')
    await second.getByRole('heading', { name: 'Offers' }).waitFor()
    const field = page.getByRole('textbox', { name: /Write an answer/ })
    const texts = () => page.evaluate<string>('JSON.stringify(localStorage)')
    await page.route('**/responses', (route) => route.abort())
    await field.fill('Up to fifty coins.')
    await page.keyboard.press('Control+Enter')
    await field.fill('And a draft')
    await vi.waitFor(async () => expect(await texts()).toMatch(/fifty coins.*draft|draft.*fifty coins/))
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('1 text is not sent yet.').waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Go back' }).click()
    expect(await texts()).toMatch(/fifty coins/)

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Delete and sign out' }).click()

    await page.waitForURL(/\/v1\/oauth\/auth/)
    expect(await texts()).not.toMatch(/coins|draft/)
    await second.getByText('You are not signed in.').waitFor()
    await close()
  })

  test('an answer whose page is closed before its time to undo is over is sent at once, and only once', async () => {
    const company = await stage.found({ experts: 1 })
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'Do you lend umbrellas?')
    const { page, complaints } = await openExpert(0, '/desk/me', company)
    await page.getByRole('combobox', { name: 'Time to take an answer back' }).selectOption('30 seconds')
    await page.goto('/desk/offers')
    await page.getByText('Do you lend umbrellas?').first().click()
    await page.getByRole('textbox', { name: /Write an answer/ }).fill('At every counter.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Undo' }).waitFor()

    await page.close()

    await asker.page.getByText('At every counter.').waitFor()
    const next = await page.context().newPage()
    await next.goto('/desk/answered')
    await next.getByRole('link', { name: /umbrellas/ }).waitFor()
    await next.getByRole('searchbox').fill('zeppelins')
    await next.getByText('No answered question matches the search.').waitFor()
    await vi.waitFor(async () => expect(await countStored(next)).toBe(0), patient)
    expect(await stage.sql(`select 1 from messages where body = 'At every counter.'`)).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  test('a reader of a question sees that another person writes in it', async () => {
    const company = await stage.found({ experts: 2 })
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'How long does a refund take?')
    const [bruno, carla] = await Promise.all([openExpert(0, '/desk', company), openExpert(1, '/desk', company)])
    for (const { page } of [bruno, carla]) await page.getByText('How long does a refund take?').first().click()
    const editor = bruno.page.getByRole('textbox', { name: /Write an answer/ })
    await vi.waitFor(
      async () => {
        // A person who types on gives a sign again and again.
        await editor.press('a', { timeout: 5_000 })
        expect(await carla.page.getByText('Bruno is writing.').count()).toBe(1)
        expect(await asker.page.getByText('Bruno is writing.').count()).toBe(1)
      },
      { timeout: 20_000, interval: 500 },
    )
  })

  test('what happened while the network was away is shown when it returns', async () => {
    const company = await stage.found({ experts: 1 })
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'Is my deposit insured?')
    const { page } = asker
    await page.getByText('Experts are being asked.').waitFor()
    await page.context().setOffline(true)
    await page.getByText('No connection.').waitFor({ timeout: 60_000 })
    const token = await fetchToken(stage.apiUrls[0] ?? '', company.experts[0] ?? company.dora)
    const bruno = openCaller(stage.apiUrls, token)
    await vi.waitFor(async () => {
      const answer = await bruno.post(`/questions/${openedQuestion(asker)}/responses`, { text: 'Up to a limit.' })
      expect(answer.status).toBe(201)
    }, patient)

    await page.context().setOffline(false)

    await page.getByText('Up to a limit.').waitFor()
    await page.getByText('No connection.').waitFor({ state: 'detached' })
  })

  test('texts that two tabs could not send are sent after both were closed', async () => {
    const company = await stage.found({ experts: 1 })
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'May I keep my number?')
    const questionUuid = openedQuestion(asker)
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
})

/** Returns the number of queues of texts that the browser stores. */
const countStored = (page: Page) =>
  page.evaluate<number>("Object.keys(localStorage).filter((name) => name.startsWith('askline-sends:')).length")
