import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import {
  askOnPage,
  browserPath,
  fetchToken,
  findAccessibilityFaults,
  findFaultsOfLooks,
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

  test('a testimonial that is not sent yet survives a reload, and is gone from the browser when it is sent', async () => {
    const company = await stage.found({ experts: 1 })
    const [asker, expert] = await Promise.all([openAsker('/ask', company), openExpert(0, '/desk/offers', company)])
    const { page } = asker
    await askOnPage(asker, 'Do you wrap presents?')
    await expert.page.getByText('Do you wrap presents?').first().click()
    await expert.page.getByRole('textbox', { name: /Write an answer/ }).fill('All year.')
    await expert.page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'This answers my question' }).click()
    await page.getByRole('button', { name: 'Very helpful' }).click()
    const field = page.getByRole('textbox', { name: 'A few words about Bruno' })
    await field.fill('A lovely bow.')

    await page.reload()

    await field.waitFor()
    expect(await field.inputValue()).toBe('A lovely bow.')
    await field.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Thank you for your words.').waitFor()
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('lovely')
  })

  test('only one of two concurrent claims succeeds, and the other expert reads who was first', async () => {
    const asker = await openAsker()
    const experts = await Promise.all([openExpert(0), openExpert(1)])
    await askOnPage(asker, 'Why was my transfer of yesterday refused?')
    for (const { page } of experts) {
      await page.getByText('Why was my transfer of yesterday refused?').first().click()
      await page.getByRole('button', { name: 'Claim' }).waitFor()
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

  test.each([
    ['already_claimed', 'Somebody else was first.'],
    ['offer_closed', 'This question is no longer yours to see.'],
  ])('an expert whose claim is refused with %s, without a name, reads why and goes on', async (code, line) => {
    const company = await stage.found({ experts: 1 })
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'May I pay by cheque?')
    const { page } = await openExpert(0, '/desk/offers', company)
    await page.getByText('May I pay by cheque?').first().click()
    await page.route('**/claim', (route) => route.fulfill({ status: 400, json: { error: { code, message: 'No.' } } }))
    await page.getByRole('button', { name: 'Claim' }).click()

    await page.getByRole('status').filter({ hasText: line }).waitFor()
    await page.waitForURL(/offers$/)
  })

  test('an expert without capacity stays at the question and reads why it cannot be claimed', async () => {
    const company = await stage.found({ experts: 1 })
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'Do you accept coins?')
    const { page } = await openExpert(0, '/desk/offers', company)
    await page.getByText('Do you accept coins?').first().click()
    await page.getByRole('button', { name: 'Claim' }).waitFor()
    await stage.sql('update experts set capacity = 0 where user_id = $1', [company.experts[0]?.userId])
    await page.getByRole('button', { name: 'Claim' }).click()

    await page.getByText(/You can take no questions, because your capacity is 0/).waitFor()
    await page.getByRole('button', { name: 'Claim' }).waitFor()
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

  test('a double click asks once', async () => {
    const asker = await openAsker()
    await asker.page.getByRole('textbox', { name: 'Your question' }).fill('Where is my statement of March?')
    await asker.page.getByRole('button', { name: 'Ask' }).dblclick()
    await asker.page.waitForURL(/\/ask\/q\//)

    const asked = await stage.sql(`select id from questions where text = 'Where is my statement of March?'`)
    expect(asked).toHaveLength(1)
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

  test('a person who sends with the button by keyboard goes on in the field, and held keys send once', async () => {
    const asker = await openAsker()
    await askOnPage(asker, 'Do you repair clocks?')
    const field = asker.page.getByRole('textbox', { name: 'Write a message' })
    await field.fill('Old ones.')
    await asker.page.getByRole('button', { name: 'Send' }).focus()

    for (let times = 0; times < 5; times++) await asker.page.keyboard.down('Enter')

    await asker.page.locator('textarea:focus').waitFor()
    await asker.page.getByRole('article').filter({ hasText: 'Old ones.' }).waitFor()
    await expect.poll(() => messagesOf(asker.page, 'Old ones.'), patient).toBe(1)
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

  test('signing out ends the session in every tab', async () => {
    const expert = await openExpert(1)
    await expert.page.getByRole('heading', { name: 'Offers' }).waitFor()
    const second = await expert.page.context().newPage()
    await second.goto('/desk')
    await second.getByRole('heading', { name: 'Offers' }).waitFor()

    await expert.page.getByRole('button', { name: 'Sign out' }).click()

    await second.getByText('You are not signed in.').waitFor()
    await expert.page.waitForURL(/\/v1\/oauth\/auth/)
  })

  test('in a narrow window an expert and an agent sign out on their own page', async () => {
    for (const { page, complaints } of [await openExpert(0, '/desk/me'), await openAgent('/desk/me')]) {
      await page.getByRole('button', { name: 'Sign out' }).waitFor()
      await page.setViewportSize({ width: 360, height: 740 })
      await page.getByRole('button', { name: 'Sign out' }).waitFor()
      expect(await findAccessibilityFaults(page)).toEqual([])

      await page.getByRole('button', { name: 'Sign out' }).click()

      await page.waitForURL(/\/v1\/oauth\/auth/)
      expect(complaints).toEqual([])
    }
  })

  test('the list of an asker shows which questions have unread messages', async () => {
    const company = await stage.found({ experts: 1 })
    const [asker, expert] = await Promise.all([openAsker('/ask', company), openExpert(0, '/desk/offers', company)])
    const { page } = asker
    await askOnPage(asker, 'Do you sell gold?')
    await page.getByText('Experts are being asked.').waitFor()
    await page.getByRole('link', { name: 'All questions' }).click()
    const row = page.getByRole('link', { name: /Do you sell gold/ })
    await row.waitFor()
    expect(await row.getByText('new').count()).toBe(0)
    await expert.page.getByText('Do you sell gold?').first().click()
    await expert.page.getByRole('textbox', { name: /Write an answer/ }).fill('Only coins.')
    await expert.page.keyboard.press('Control+Enter')

    await row.getByText('1 new').waitFor()
    expect(await findFaultsOfLooks(asker)).toEqual([])
    await row.click()
    await page.getByText('Only coins.').waitFor()
    await page.getByRole('link', { name: 'All questions' }).click()
    await row.getByText('1 new').waitFor({ state: 'detached' })
    expect(asker.complaints).toEqual([])
  })

  test('a person who signs out is asked about unsent texts, and none of them stays in the browser', async () => {
    const asker = await openAsker()
    await askOnPage(asker, 'May I pay in coins?')
    const { page, close } = await openExpert(0, '/desk/offers')
    await page.getByText('May I pay in coins?').first().click()
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
    await close()
  })

  test('a person who cannot be signed out reads that they are still signed in', async () => {
    const { page, close } = await openExpert(1)
    await page.getByRole('heading', { name: 'Offers' }).waitFor()
    await page.route('**/v1/oauth/session/end', (route) => route.abort())
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are still signed in.').waitFor()
    await page.unroute('**/v1/oauth/session/end')

    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()

    await page.waitForURL(/\/v1\/oauth\/auth/)
    await close()
  })

  test.each([
    ['asker', '/ask'],
    ['expert', '/desk/offers'],
    ['expert', '/desk/me'],
    ['expert', '/desk/replies'],
    ['agent', '/desk/queue'],
  ])('nothing is wrong with the looks for the %s of %s', async (who, path) => {
    const visitor =
      who === 'asker' ? await openAsker(path) : who === 'agent' ? await openAgent(path) : await openExpert(0, path)
    expect(await findFaultsOfLooks(visitor)).toEqual([])
  })

  test('nothing is wrong with the looks of open questions, in Arabic too', async () => {
    const company = await stage.found({ experts: 1 })
    const callerOf = async (client = company.integration) =>
      openCaller(stage.apiUrls, await fetchToken(stage.apiUrls[0] ?? '', client))
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'How do I activate my card?')
    const uuid = openedQuestion(asker)
    const expert = await openExpert(0, '/desk/offers', company)
    await expert.page.getByText('How do I activate my card?').first().click()
    await expert.page.getByRole('button', { name: 'Claim' }).waitFor()
    expect(await findFaultsOfLooks(expert)).toEqual([])

    const bruno = await callerOf(company.experts[0])
    await bruno.post(`/questions/${uuid}/responses`, { text: 'أهلا بك! **افتح التطبيق** ثم اضغط `1234`.' })
    await asker.page.getByText('Does this answer the question?').waitFor()
    expect(await findFaultsOfLooks(asker)).toEqual([])

    const shop = await callerOf()
    const text = 'مرحبا، لا أستطيع تفعيل بطاقتي الجديدة. رقم الطلب 4711'
    const { data } = await shop.post<{ uuid: string }>('/questions', { userEmail: asker.email, text })
    await shop.post(`/questions/${data.uuid}/reroute`, { userEmail: asker.email })
    const agent = await openAgent(`/desk/queue/${data.uuid}`, company)
    await agent.page.getByRole('button', { name: 'Resolve' }).waitFor()
    expect(await findFaultsOfLooks(agent)).toEqual([])
  })

  test.each([
    ['asker', '/ask/nowhere', 'All questions', '/ask'],
    ['expert', '/desk/nowhere', 'Offers', '/desk/offers'],
  ])('an address that does not exist tells the %s so and leads to one that does', async (who, path, link, target) => {
    const { page } = who === 'asker' ? await openAsker(path) : await openExpert(0, path)
    await page.getByRole('heading', { name: 'There is no such page.' }).waitFor()
    await page.getByRole('link', { name: link }).click()
    await page.waitForURL((url) => url.pathname.replace(/\/$/, '') === target)
  })

  test.each([
    ['asker', '/ask/q/not-a-uuid', 'All questions'],
    ['expert', '/desk/offers/not-a-uuid', 'Back to the list'],
  ])('an address that names no question tells the %s so', async (who, path, way) => {
    const { page } = who === 'asker' ? await openAsker(path) : await openExpert(0, path)
    await page.getByText('There is no such question.').waitFor()
    await page.getByRole('link', { name: way }).waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
  })

  test('the title of the window names the page or the question', async () => {
    const company = await stage.found({ experts: 1 })
    const [asker, expert, agent] = await Promise.all([
      openAsker('/ask', company),
      openExpert(0, '/desk/offers', company),
      openAgent('/desk/replies', company),
    ])
    const titled = ({ page }: { page: Page }, title: string) => expect.poll(() => page.title(), patient).toBe(title)
    await titled(asker, 'Ask a question · Help')
    await titled(expert, 'Offers · Askline')
    await titled(agent, 'Saved replies · Askline')
    await askOnPage(asker, 'Do you bind books?')
    await titled(asker, 'Do you bind books? · Help')

    await expert.page.getByText('Do you bind books?').first().click()
    await titled(expert, '1 for you · Do you bind books? · Askline')
    await expert.page.getByRole('link', { name: 'You', exact: true }).click()
    await titled(expert, '1 for you · You · Askline')
    await expert.page.goto('/desk/nowhere')
    await titled(expert, '1 for you · There is no such page. · Askline')
    await agent.page.locator('a[href="/desk/queue"]').click()
    await titled(agent, "Agents' queue · Askline")
  })

  test.each([403, 404, 500])(
    'a question that the service answers with %d shows why, to both sides, and appears if it can be loaded later',
    async (status) => {
      const company = await stage.found({ experts: 1 })
      const [asker, expert] = await Promise.all([openAsker('/ask', company), openExpert(0, '/desk/offers', company)])
      await askOnPage(asker, 'Do you sell stamps?')
      const uuid = openedQuestion(asker)
      // Before the offer, the expert may not see the question.
      await expert.page.getByText('Do you sell stamps?').first().click()
      await expert.page.getByRole('article').filter({ hasText: 'Do you sell stamps?' }).waitFor()
      const shown = {
        403: /could not be loaded/,
        404: /no such question|no longer yours to see/,
        500: /could not be loaded/,
      }[status]
      for (const { page } of [asker, expert]) {
        await page.route(`**/v1/questions/${uuid}*`, (route) =>
          route.fulfill({ status, json: { error: { code: 'broken', message: 'No.' } } }),
        )
        await page.reload()
        await page.getByText(shown ?? '').waitFor()
        await page.unroute(`**/v1/questions/${uuid}*`)
      }
      // Only this one is tried again.
      if (status === 500)
        for (const { page } of [asker, expert])
          await page.getByRole('article').filter({ hasText: 'Do you sell stamps?' }).waitFor()
    },
  )

  test.each([
    [360, 640],
    [1440, 900],
  ])(
    'title, way back and field of an asker stay in sight at %d px, and so does what they send',
    async (width, height) => {
      const company = await stage.found({ experts: 1 })
      const asker = await openAsker('/ask', company)
      const { page } = asker
      await askOnPage(asker, 'Which documents do I need?')
      // A conversation that is long when it opens would begin at its top.
      await page.getByRole('article').filter({ hasText: 'Which documents do I need?' }).waitFor()
      const questionUuid = openedQuestion({ page })
      const shop = openCaller(stage.apiUrls, await fetchToken(stage.apiUrls[0] ?? '', company.integration))
      for (let n = 1; n <= 20; n++)
        await shop.post('/messages', { questionUuid, userEmail: asker.email, text: `Line ${n}.` })
      await page.getByText('Line 20.', { exact: true }).waitFor()
      await page.setViewportSize({ width, height })
      const field = page.getByRole('textbox', { name: 'Write a message' })
      const endOf = async (line: string) => {
        const box = await page.getByText(line, { exact: true }).boundingBox()
        return (box?.y ?? height) + (box?.height ?? 0)
      }
      // As when a telephone is turned or its keyboard opens.
      await page.setViewportSize({ width, height: Math.round(height * 0.7) })
      await vi.waitFor(
        async () => expect(await endOf('Line 20.')).toBeLessThanOrEqual((await field.boundingBox())?.y ?? 0),
        patient,
      )
      await page.setViewportSize({ width, height })
      const fixed = [page.getByRole('heading', { level: 1 }), page.getByRole('link', { name: 'All questions' }), field]
      for (const line of ['Which documents do I need?', 'Line 20.']) {
        await page.getByRole('article').filter({ hasText: line }).scrollIntoViewIfNeeded()
        for (const part of fixed) {
          const box = await part.boundingBox()
          expect(box?.y).toBeGreaterThanOrEqual(0)
          expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
        }
      }
      await page.getByRole('article').first().scrollIntoViewIfNeeded()
      await field.fill('And for my son?')
      await page.keyboard.press('Control+Enter')
      const own = page.getByText('And for my son?', { exact: true })
      await vi.waitFor(async () => {
        const [box, foot] = [await own.boundingBox(), await field.boundingBox()]
        expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
      }, patient)

      // As 400 % of 1280 × 1024: nothing is fixed, so nothing covers the conversation.
      await page.setViewportSize({ width: 320, height: 256 })
      await field.scrollIntoViewIfNeeded()
      expect((await fixed[0]?.boundingBox())?.y).toBeLessThan(0)
      expect(asker.complaints).toEqual([])
    },
  )

  test('the view follows the end for a reader who came back to it, also while the foot of the page grows', async () => {
    const company = await stage.found({ experts: 1 })
    const asker = await openAsker('/ask', company)
    const { page } = asker
    await askOnPage(asker, 'Do you dye shoes?')
    const questionUuid = openedQuestion({ page })
    const shop = openCaller(stage.apiUrls, await fetchToken(stage.apiUrls[0] ?? '', company.integration))
    const write = async (text: string) => {
      await shop.post('/messages', { questionUuid, userEmail: asker.email, text })
      await page.getByText(text, { exact: true }).waitFor()
    }
    const isAtEnd = async (line: string) => {
      const [box, foot] = await Promise.all(
        [page.getByText(line, { exact: true }), page.locator('footer')].map((one) => one.boundingBox()),
      )
      return (box?.y ?? 0) + (box?.height ?? 0) <= (foot?.y ?? 0)
    }
    const scroller = `document.querySelector('main > section')`
    for (let n = 1; n <= 12; n++) await write(`Pair ${n}.`)
    await expect.poll(() => isAtEnd('Pair 12.'), patient).toBe(true)

    await page.evaluate(`${scroller}.scrollTop = 0`)
    await expect.poll(() => isAtEnd('Pair 12.'), patient).toBe(false)
    await write('While away.')
    await page.evaluate(`${scroller}.scrollTop = ${scroller}.scrollHeight`)
    await expect.poll(() => isAtEnd('While away.'), patient).toBe(true)
    await write('Back again.')
    await expect.poll(() => isAtEnd('Back again.'), patient).toBe(true)

    // The page scrolls before it is told of its new size.
    await page.evaluate(`{
      document.querySelector('footer').style.minBlockSize = '300px'
      ${scroller}.dispatchEvent(new Event('scroll'))
    }`)
    await expect.poll(() => isAtEnd('Back again.'), patient).toBe(true)
    await write('And once more.')
    await expect.poll(() => isAtEnd('And once more.'), patient).toBe(true)
  })

  test('a page that cannot be drawn says so, and a reload brings drafts back and sends what waits', async () => {
    const company = await stage.found({ experts: 1 })
    const [asker, expert] = await Promise.all([openAsker('/ask', company), openExpert(0, '/desk/offers', company)])
    await askOnPage(asker, 'Do you frame pictures?')
    await expert.page.getByText('Do you frame pictures?').first().click()
    await asker.page.route('**/v1/messages', (route) => route.abort())
    await asker.page.getByRole('textbox', { name: 'Write a message' }).fill('Two of them.')
    await asker.page.keyboard.press('Control+Enter')
    const uuid = openedQuestion(asker)
    for (const { page } of [asker, expert]) {
      const field = page.getByRole('textbox', { name: /^Write/ })
      await field.fill('Half a sentence')
      await breakAnswers(page, `**/v1/questions/${uuid}*`, ({ conversation }) =>
        Object.assign(conversation, { author: null }),
      )
      await page.reload()
      await page.getByRole('alert').getByText('This page could not be shown.').waitFor()
      await page.getByText('What you saved is kept, and so are drafts').waitFor()
      expect(await findAccessibilityFaults(page)).toEqual([])

      await page.unrouteAll()
      await page.getByRole('button', { name: 'Load the page again' }).click()

      await field.waitFor()
      expect(await field.inputValue()).toBe('Half a sentence')
    }
    await expert.page.getByRole('article').filter({ hasText: 'Two of them.' }).waitFor()
    expect(await messagesOf(asker.page, 'Two of them.')).toBe(1)
  })

  test('what cannot be drawn leaves the rest of the page, and another place can be opened', async () => {
    const company = await stage.found({ experts: 1 })
    const [asker, expert] = await Promise.all([openAsker('/ask', company), openExpert(0, '/desk/me', company)])
    await askOnPage(asker, 'Do you sell frames?')
    const uuid = openedQuestion(asker)
    const { page } = expert
    const failed = page.getByRole('alert').getByText('This page could not be shown.')
    await breakAnswers(page, `**/v1/questions/${uuid}*`, ({ conversation }) =>
      Object.assign(conversation, { author: null }),
    )
    await page.goto(`/desk/offers/${uuid}`)
    await failed.waitFor()
    await page.getByRole('link', { name: /Do you sell frames/ }).waitFor()
    await page.unrouteAll()

    const noState = ({ questions }: Broken) => {
      for (const one of questions) Object.assign(one, { state: null })
    }
    await breakAnswers(page, '**/v1/experts/me/questions*', noState)
    await page.goto('/desk/offers')
    await page.getByRole('heading', { level: 1, name: 'This page could not be shown.' }).waitFor()
    await page.getByRole('link', { name: 'You', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Bruno' }).waitFor()

    await breakAnswers(asker.page, '**/v1/questions?*', noState)
    await asker.page.getByRole('link', { name: 'All questions' }).click()
    await asker.page.getByRole('heading', { level: 1, name: 'This page could not be shown.' }).waitFor()
    await asker.page.getByRole('button', { name: 'Sign out' }).waitFor()
  })

  test('the focus stays in the conversation after the button that had it goes away', async () => {
    const company = await stage.found({ experts: 1 })
    const [asker, expert] = await Promise.all([openAsker('/ask', company), openExpert(0, '/desk/offers', company)])
    await askOnPage(asker, 'Do you exchange coins?')
    const heading = (page: Page) =>
      page.locator(':focus').and(page.getByRole('heading', { name: 'Do you exchange coins?' }))
    const { page } = expert
    await page.getByText('Do you exchange coins?').waitFor()
    await page.keyboard.press('j')
    await page.locator('a:focus').filter({ hasText: 'Do you exchange coins?' }).waitFor()
    await page.getByRole('button', { name: 'Claim' }).waitFor()
    await page.keyboard.press('d')
    await page.getByRole('textbox', { name: 'Why is this not for you?' }).press('Escape')
    await heading(page).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Internal note' }).fill('Only on Mondays.')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Only on Mondays.').waitFor()
    await heading(page).waitFor()

    await page.keyboard.press('c')
    await page.locator('textarea:focus').waitFor()
    await page.getByRole('button', { name: 'Give back' }).waitFor()
    await page.keyboard.type('Every day.')
    await page.keyboard.press('Control+Enter')
    const accept = asker.page.getByRole('button', { name: 'This answers my question' })
    await accept.focus()
    await asker.page.keyboard.press('Enter')
    await accept.waitFor({ state: 'detached' })
    await heading(asker.page).waitFor()
    expect([...asker.complaints, ...expert.complaints]).toEqual([])
  })
})

type Broken = { conversation: object; questions: object[] }

/** Lets the service answer with something that its contract forbids: `change` alters the data of the answers at `url`. */
const breakAnswers = (page: Page, url: string, change: (data: Broken) => unknown) =>
  page.route(url, async (route) => {
    try {
      const response = await route.fetch()
      // A refusal has no data to alter.
      if (!response.ok()) return await route.fulfill({ response })
      const body = await response.json()
      change(body.data)
      await route.fulfill({ response, json: body })
    } catch (error) {
      // An answer that is on its way when the page goes away can be neither read nor given.
      if (!/disposed|closed|already handled/i.test(String(error))) throw error
    }
  })
