import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import {
  askOnPage,
  browserPath,
  type Client,
  fetchToken,
  fillOpen,
  fillQueue,
  findAccessibilityFaults,
  findCutPlaceholders,
  openCaller,
  openedQuestion,
  raisePages,
  setPasswordBy,
} from '../src/index.ts'

const patient = { timeout: 20_000, interval: 50 }

describe.skipIf(browserPath === undefined)('the pages of experts and agents', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages()
  const { stage, openAsker, openExpert, openAgent } = pages
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  test('a note of an expert appears to the other expert and never to the asker', async () => {
    const [asker, bruno, carla] = await Promise.all([openAsker(), openExpert(0), openExpert(1)])
    await askOnPage(asker, 'May I lend my card to a friend?')
    for (const { page } of [bruno, carla]) await page.getByText('May I lend my card').first().click()
    await bruno.page.getByRole('button', { name: 'Note' }).waitFor()
    await bruno.page.keyboard.press('n')
    await bruno.page.getByRole('textbox', { name: 'Internal note' }).fill('Known **fraud** pattern, <b>careful</b>.')
    await bruno.page.keyboard.press('Control+Enter')

    await carla.page.getByText('Known').waitFor()
    await carla.page.getByText('Only experts and agents see this.').waitFor()
    expect(await asker.page.getByText('fraud').count()).toBe(0)
    expect(await findAccessibilityFaults(carla.page)).toEqual([])
    expect([...asker.complaints, ...bruno.complaints, ...carla.complaints]).toEqual([])
  })

  test('messages, lines of the question and notes stand in the order of time', async () => {
    const company = await stage.found({ experts: 1 })
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'Where can I park?')
    const path = `/questions/${openedQuestion(asker)}`
    const callerOf = async (client: Client) =>
      openCaller(stage.apiUrls, await fetchToken(stage.apiUrls[0] ?? '', client))
    const [bruno, dora] = await Promise.all([callerOf(company.experts[0] ?? company.dora), callerOf(company.dora)])
    await vi.waitFor(
      async () => expect((await bruno.post(`${path}/notes`, { text: 'A note before.' })).status).toBe(201),
      patient,
    )
    expect((await bruno.post(`${path}/responses`, { text: 'Behind the bank.' })).status).toBe(201)
    // The API prints whole seconds.
    await stage.sql(`update notes set created_at = created_at - interval '2 seconds' where body = 'A note before.'`)
    await asker.page.getByText('Behind the bank.').waitFor()
    await asker.page.getByRole('textbox', { name: 'Write a message' }).fill('All day?')
    await asker.page.keyboard.press('Control+Enter')
    const isStored = async () => (await stage.sql(`select 1 from messages where body = 'All day?'`)).length
    await vi.waitFor(async () => expect(await isStored()).toBe(1), patient)
    await asker.page.getByRole('button', { name: 'Hand it to an agent' }).click()
    await asker.page.getByText('An agent takes over.').waitFor()
    expect((await dora.post(`${path}/notes`, { text: 'A note after.' })).status).toBe(201)
    await stage.sql(`update notes set created_at = created_at + interval '2 seconds' where body = 'A note after.'`)

    const { page, complaints } = await openAgent(`/desk/queue${path.replace('/questions', '')}`, company)
    await page.getByText('A note after.').waitFor()

    const text = (await page.getByRole('log').textContent()) ?? ''
    const order = [
      'Where can I park?',
      'A note before.',
      'Behind the bank.',
      'All day?',
      'An agent takes over.',
      'A note after.',
    ]
    expect(order.toSorted((a, b) => text.indexOf(a) - text.indexOf(b))).toEqual(order)
    expect(order.filter((one) => !text.includes(one))).toEqual([])
    expect(await findAccessibilityFaults(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('a new offer is the first row within 2 s although 300 questions are open to everyone, and Enter claims it', async () => {
    const company = await stage.found({ experts: 1 })
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'Is this the first question?')
    const first = openedQuestion(asker)
    const isOffered = async (text: string) =>
      expect(
        await stage.sql(
          `select 1 from offers o join questions q on q.id = o.question_id where q.text = $1 and q.company_id = $2`,
          [text, company.companyId],
        ),
      ).toHaveLength(1)
    await vi.waitFor(() => isOffered('Is this the first question?'), patient)
    await fillOpen(stage, company, 300)
    const caller = openCaller(stage.apiUrls, await fetchToken(stage.apiUrls[0] ?? '', company.integration))
    await caller.post(`/questions/${first}/close`, {})
    const { page, complaints } = await openExpert(0, '/desk/offers', company)
    await page.getByRole('heading', { name: 'Open to everyone: 300' }).waitFor()
    await expect.poll(() => page.title(), patient).toBe('300 open to everyone · Offers · Askline')

    await caller.post('/questions', { userEmail: 'ada@example.com', text: 'Is this offered to you?' })
    await vi.waitFor(() => isOffered('Is this offered to you?'), patient)
    const rows = page.locator('a[href^="/desk/offers/"]')
    await expect.poll(() => rows.first().textContent(), { timeout: 2_000, interval: 50 }).toContain('Is this offered')

    await page.getByRole('heading', { name: 'For you: 1' }).waitFor()
    await expect.poll(() => page.title(), patient).toBe('1 for you, 300 open to everyone · Offers · Askline')
    await page.getByRole('link', { name: /^Offers.*1 for you, 300 open to everyone/ }).waitFor()
    await page.keyboard.press('o')
    await page.getByRole('heading', { name: 'Open 1', exact: true }).waitFor()
    await page.getByText('Open to every expert').waitFor()
    await page.keyboard.press('f')
    await page.getByRole('heading', { name: 'Is this offered to you?' }).waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.goto('/desk/offers')
    await page.getByRole('heading', { name: 'For you: 1' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('You are on it').first().waitFor()
    expect(complaints).toEqual([])
  })

  test('an expert reads that a question is open to every expert', async () => {
    const company = await stage.found({ experts: 2 })
    await stage.sql(
      `update categories set settings = settings || '{"waveSizes": [1], "offerMs": 1000}' where company_id = $1`,
      [company.companyId],
    )
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'Do you sell gift cards?')
    const experts = await Promise.all([openExpert(0, '/desk/offers', company), openExpert(1, '/desk/offers', company)])

    const group = 'Open to everyone: 1'
    await vi.waitFor(async () => {
      const counts = await Promise.all(experts.map(({ page }) => page.getByText(group).count()))
      expect(Math.max(...counts)).toBe(1)
    }, patient)
    for (const { page } of experts) {
      if ((await page.getByText(group).count()) === 0) continue
      await page.getByText('Do you sell gift cards?').first().click()
      await page.getByText('Open to every expert', { exact: true }).waitFor()
    }
  })

  test('only one of two agents takes a question, and the other reads who has it and can still answer', async () => {
    const asker = await openAsker()
    await askOnPage(asker, 'I want my fee back.')
    await asker.page.getByRole('button', { name: 'Hand it to an agent' }).click()
    const agents = await Promise.all([openAgent('/desk/queue'), pages.openAdmin('/desk/queue')])
    for (const { page } of agents) {
      await page.getByText('I want my fee back.').first().click()
      await page.getByRole('button', { name: 'Take' }).waitFor()
    }

    await Promise.all(agents.map(({ page }) => page.keyboard.press('c')))

    const count = (name: string) => Promise.all(agents.map(({ page }) => page.getByText(name, { exact: true }).count()))
    // In the list and beside the subject.
    await vi.waitFor(async () => expect((await count('Taken by you')).toSorted()).toEqual([0, 2]), patient)
    const loser = (await count('Taken by you')).indexOf(0)
    const [first, second] = loser === 0 ? [agents[1], agents[0]] : agents
    await second.page.getByText(/has taken this question. If you answer, it is yours./).waitFor()
    expect(await findAccessibilityFaults(second.page)).toEqual([])

    await second.page.getByRole('textbox', { name: 'Write a message' }).fill('You get it back today.')
    await second.page.keyboard.press('Control+Enter')
    await first.page.getByText(/has taken this question. If you answer, it is yours./).waitFor()
    await second.page.getByRole('button', { name: 'Give back' }).click()
    await first.page.getByRole('button', { name: 'Take' }).waitFor()
    // The browser logs the refusal of the take that lost.
    expect([...first.complaints, ...second.complaints].filter((text) => !text.includes('400'))).toEqual([])
  })

  test('of 10,000 rows of an inbox at most 60 are in the document, and the next are loaded as the reader scrolls', async () => {
    const company = await stage.found({ experts: 1 })
    const shop = openCaller(stage.apiUrls, await fetchToken(stage.apiUrls[0] ?? '', company.integration))
    await shop.post('/questions', { userEmail: 'ada@example.com', text: 'Where is my card?' })
    await fillQueue(stage, company, 10_000)
    const { page, complaints } = await openAgent('/desk/queue', company)
    const rows = page.locator('a[href^="/desk/queue/"]')
    await page.getByRole('heading', { name: "Agents' queue 100+" }).waitFor()
    await rows.first().focus()

    await vi.waitFor(
      async () => {
        await rows.last().hover()
        await page.mouse.wheel(0, 20_000)
        await page
          .getByText(/^Copy 1[5-9]\d\d$/)
          .first()
          .waitFor({ timeout: 200 })
      },
      { timeout: 60_000, interval: 50 },
    )

    expect(await rows.count()).toBeLessThanOrEqual(60)
    expect(await page.locator('*').count()).toBeLessThan(1_500)
    expect(await findAccessibilityFaults(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('a saved reply is inserted by its shortcut, with the names filled in, and can be undone', async () => {
    const [asker, expert] = await Promise.all([openAsker(), openExpert(0, '/desk/replies')])
    const { page } = expert
    await page.getByRole('button', { name: 'New reply' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('PIN by post')
    await page.getByRole('textbox', { name: 'Shortcut' }).fill('pin')
    await page.getByRole('textbox', { name: 'Text' }).fill('Dear {asker}, the PIN comes by post. {me}')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Dear {asker}' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await findAccessibilityFaults(page)).toEqual([])

    await askOnPage(asker, 'How do I get my PIN?')
    await page.goto('/desk/offers')
    await page.getByText('How do I get my PIN?').first().click()
    const editor = page.getByRole('textbox', { name: /Write an answer/ })
    await editor.click()
    await page.keyboard.type('/pi')
    await page.getByRole('option', { name: /PIN by post/ }).waitFor()
    await page.keyboard.press('Enter')

    expect(await editor.inputValue()).toBe('Dear Ada, the PIN comes by post. Bruno')
    await page.keyboard.press('Control+z')
    expect(await editor.inputValue()).toBe('/pi')
    expect(expert.complaints).toEqual([])
  })

  test('a draft follows the expert to another device, and of two changed drafts none is lost', async () => {
    // Drafts of other tests are stored a second after the last key, which may be later than their end.
    const company = await stage.found({ experts: 1 })
    const drafts = () =>
      stage.sql<{ body: string }>('select body from drafts where company_id = $1', [company.companyId])
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'Can I raise my limit for a week?')
    const phone = await openExpert(0, '/desk', company)
    await phone.page.getByText('Can I raise my limit').first().click()
    const onPhone = phone.page.getByRole('textbox', { name: /Write an answer/ })
    await onPhone.fill('Yes, in the app')
    await vi.waitFor(async () => expect(await drafts()).toEqual([{ body: 'Yes, in the app' }]), patient)

    const desk = await openExpert(0, '/desk', company)
    await desk.page.getByText('Can I raise my limit').first().click()
    const onDesk = desk.page.getByRole('textbox', { name: /Write an answer/ })
    await vi.waitFor(async () => expect(await onDesk.inputValue()).toBe('Yes, in the app'), patient)
    await onDesk.fill('Yes, in the app under Cards')
    await vi.waitFor(async () => expect(await drafts()).toEqual([{ body: 'Yes, in the app under Cards' }]), patient)
    await onPhone.fill('Yes, in the app or by phone')

    await phone.page.getByText('You wrote another text on another device:').waitFor()
    await phone.page.getByText('Yes, in the app under Cards').waitFor()
    await phone.page.getByRole('button', { name: 'Keep the text here' }).click()
    await vi.waitFor(async () => expect(await drafts()).toEqual([{ body: 'Yes, in the app or by phone' }]), patient)
    await phone.page.keyboard.press('Control+Enter')
    expect(phone.complaints.filter((text) => !text.includes('412'))).toEqual([])
  })

  test('from an offer to the sent answer it takes two keys beside the text', async () => {
    const company = await stage.found({ experts: 1 })
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'Where is the nearest branch?')
    const { page, complaints } = await openExpert(0, '/desk', company, { hasUndo: true })
    await page.getByText('Where is the nearest branch?').waitFor()

    await page.keyboard.press('Enter')
    // Claimed already, so the field does not say that an answer claims the question.
    await vi.waitFor(async () => expect(await focusedName(page)).toBe('Write an answer'), patient)
    await page.keyboard.type('At the station.')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/^Sent in [1-5] seconds?/).waitFor()

    await asker.page.getByText('At the station.').waitFor()
    await page.getByRole('button', { name: 'Mark resolved' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('an answer that the expert takes back is not sent, and its text stands in the editor again', async () => {
    const company = await stage.found({ experts: 1 })
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'Do you open on Sundays?')
    const { page, complaints } = await openExpert(0, '/desk/me', company)
    await page.getByRole('combobox', { name: 'Time to take an answer back' }).selectOption('30 seconds')
    await page.goto('/desk/offers')
    await page.getByText('Do you open on Sundays?').first().click()
    const editor = page.getByRole('textbox', { name: /Write an answer/ })
    await editor.fill('Never on Sundays.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    expect(await editor.inputValue()).toBe('')
    expect(await findAccessibilityFaults(page)).toEqual([])

    await editor.blur()
    await page.keyboard.press('z')

    await vi.waitFor(async () => expect(await editor.inputValue()).toBe('Never on Sundays.'), patient)
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
    const sent = `select 1 from messages where body = 'Never on Sundays.' and question_id = $1`
    expect(await stage.sql(sent, [openedQuestion(asker)])).toEqual([])
    expect(complaints).toEqual([])
  })

  test('an expert takes an answer back with Ctrl+Z in the empty field, and leaves the field with Escape', async () => {
    const company = await stage.found({ experts: 1 })
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'Do you sharpen knives?')
    const { page, complaints } = await openExpert(0, '/desk/me', company)
    await page.getByRole('combobox', { name: 'Time to take an answer back' }).selectOption('30 seconds')
    await page.goto('/desk/offers')
    await page.getByText('Do you sharpen knives?').first().click()
    const editor = page.getByRole('textbox', { name: /Write an answer/ })
    await editor.fill('On Fridays.')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('region', { name: 'Preview' }).waitFor()
    await editor.press('Control+Enter')
    await page.getByRole('button', { name: 'Undo' }).getByText('Ctrl+Z').waitFor()
    expect(await page.getByRole('region', { name: 'Preview' }).count()).toBe(0)

    // Undo first removes the text that was typed since then.
    await page.keyboard.type('z')
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await editor.fill('')
    await page.keyboard.press('Control+z')

    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
    expect(await editor.inputValue()).toBe('On Fridays.')
    await editor.press('Control+Enter')
    await editor.fill('Bring them in paper.')
    await editor.press('Escape')
    await page.locator('textarea:focus').waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await expect.poll(() => editor.inputValue(), patient).toBe('On Fridays.\n\nBring them in paper.')
    const sent = `select 1 from messages where body = 'On Fridays.' and question_id = $1`
    expect(await stage.sql(sent, [openedQuestion(asker)])).toEqual([])
    expect(complaints).toEqual([])
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
    await vi.waitFor(async () => expect(await countStored(next)).toBe(0), patient)
    expect(await stage.sql(`select 1 from messages where body = 'At every counter.'`)).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  test('a stored answer that arrived days ago is not sent again after its key was forgotten', async () => {
    const company = await stage.found({ experts: 1 })
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'Do you lend bicycles?')
    const { page } = await openExpert(0, '/desk', company)
    await page.getByText('Do you lend bicycles?').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: /Write an answer/ }).fill('In summer only.')
    await page.keyboard.press('Control+Enter')
    await asker.page.getByText('In summer only.').waitFor()
    const send = {
      key: crypto.randomUUID(),
      kind: 'response',
      questionUuid: openedQuestion(asker),
      text: 'In summer only.',
      writtenAt: new Date(Date.now() - 48 * 3_600_000).toISOString(),
      sendAfter: 0,
    }
    const name = `askline-sends:${company.experts[0]?.userId}:former`
    await page.evaluate(`localStorage.setItem('${name}', ${JSON.stringify(JSON.stringify([send]))})`)

    await page.goto('/desk/answered')

    await page.getByRole('link', { name: /bicycles/ }).waitFor()
    await vi.waitFor(async () => expect(await countStored(page)).toBe(0), patient)
    expect(await stage.sql(`select 1 from messages where body = 'In summer only.'`)).toHaveLength(1)
  })

  test('a refused answer to a question that is lost is shown with its text and its reason, until it is deleted', async () => {
    const company = await stage.found({ experts: 1 })
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'Do you rent safes?')
    const { page } = await openExpert(0, '/desk/offers', company)
    await page.getByText('Do you rent safes?').first().click()
    const field = page.getByRole('textbox', { name: /Write an answer/ })
    await page.route('**/responses', (route) =>
      route.fulfill({ status: 404, json: { error: { code: 'gone', message: 'It is not yours any more.' } } }),
    )
    await page.route('**/v1/questions/*', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ status: 404, json: { error: { code: 'gone', message: 'No.' } } })
        : route.fallback(),
    )
    await field.fill('In the cellar.')
    await page.keyboard.press('Control+Enter')
    await page.getByText('In the cellar.').waitFor()
    await page.reload()
    await page.getByText('This question is no longer yours to see.').waitFor()

    await page.getByText('This was not sent.').waitFor()
    await page.getByText('It is not yours any more.').waitFor()
    await page.getByText('In the cellar.').waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete the text' }).click()
    await page.getByText('In the cellar.').waitFor({ state: 'detached' })
  })

  test('a list that cannot be loaded says so with an id for support, and appears as soon as it can', async () => {
    const company = await stage.found({ experts: 1 })
    const { page } = await openExpert(0, '/desk/me', company)
    const list = '**/v1/experts/me/questions*'
    await page.route(list, (route) =>
      route.fulfill({
        status: 403,
        headers: { 'x-correlation-id': 'support-1' },
        json: { error: { code: 'forbidden', message: 'No.' } },
      }),
    )
    await page.goto('/desk/offers')
    await page.getByText('The list could not be loaded.').waitFor()
    await page.getByRole('button', { name: 'Copy the id for support' }).waitFor()

    await page.unroute(list)

    await page.getByText('The list could not be loaded.').waitFor({ state: 'detached' })
  })

  test('the expert who was second gets the next offer focused', async () => {
    const company = await stage.found({ experts: 2 })
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'Is my account safe?')
    await asker.page.goto('/ask')
    await askOnPage(asker, 'Is my safe counted?')
    const experts = await Promise.all([openExpert(0, '/desk', company), openExpert(1, '/desk', company)])
    for (const { page } of experts) {
      await page.getByText('Is my safe counted?').waitFor()
      await page.getByRole('link', { name: /Is my account safe/ }).focus()
    }

    await Promise.all(experts.map(({ page }) => page.keyboard.press('Enter')))

    await vi.waitFor(async () => {
      const focused = await Promise.all(experts.map(({ page }) => focusedName(page)))
      expect(focused.filter((name) => /Write an answer/.test(name))).toHaveLength(1)
      expect(focused.filter((name) => /Is my safe counted/.test(name))).toHaveLength(1)
    }, patient)
  })

  test('every key is listed by ?, and Ctrl+K goes to a page or a question', async () => {
    const company = await stage.found({ experts: 1 })
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'What is an IBAN?')
    const { page, complaints } = await openExpert(0, '/desk', company)
    await page.getByText('What is an IBAN?').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Page or question' }).fill('iban')
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/desk\/offers\/[0-9a-f-]{36}$/)
    await page.getByRole('article').filter({ hasText: 'What is an IBAN?' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('an expert changes their password, which signs them out on their other devices only', async () => {
    const company = await stage.found({ experts: 1 })
    const edda = openCaller(stage.apiUrls, await fetchToken(stage.apiUrls[0] ?? '', company.edda))
    const uuid = company.experts[0]?.userId ?? ''
    const { data } = await edda.post<{ reset: { url: string } }>(`/admin/experts/${uuid}/resetPassword`, {})
    const password = await setPasswordBy(stage.apiUrls[0] ?? '', data.reset.url)
    const [{ page, complaints }, elsewhere] = [
      await openExpert(0, '/desk/me', company),
      await openExpert(0, '/desk', company),
    ]
    const [former, next] = ['Current password', 'New password'].map((name) => page.getByLabel(name, { exact: true }))
    const button = page.getByRole('button', { name: 'Change the password' })
    await next?.fill('a long sentence of mine')
    await former?.fill('a guess')
    await button.click()
    await page.getByText('The current password is wrong.').waitFor()
    expect(await next?.inputValue()).toBe('a long sentence of mine')
    expect(await findAccessibilityFaults(page)).toEqual([])

    await former?.fill(password)
    await button.click()

    await page.getByText('The password was changed.').waitFor()
    expect([await former?.inputValue(), await next?.inputValue()]).toEqual(['', ''])
    expect(await Promise.all([former, next].map((field) => field?.getAttribute('autocomplete')))).toEqual([
      'current-password',
      'new-password',
    ])
    await elsewhere.page.reload()
    await elsewhere.page.waitForURL(/\/v1\/oauth\/auth/)
    await page.reload()
    await page.getByRole('button', { name: 'Change the password' }).waitFor()
    expect(complaints.filter((one) => !one.includes('400'))).toEqual([])
  })

  test('the fields of a shift keep their focus and text while an earlier shift is removed', async () => {
    const { page } = await openExpert(0, '/desk/me', await stage.found({ experts: 1 }))
    for (let n = 0; n < 3; n++) await page.getByRole('button', { name: 'Add a shift' }).click()
    const from = page.getByRole('group', { name: 'Wednesday' }).getByLabel('From')
    await from.fill('10:30')
    await from.focus()

    // By script, because a click would take the focus.
    await page.evaluate(`document.querySelector('[aria-label="Remove the shift of Monday"]').click()`)

    await page.getByRole('group', { name: 'Monday' }).waitFor({ state: 'detached' })
    expect(await from.inputValue()).toBe('10:30')
    await page.keyboard.type('11')
    expect(await from.inputValue()).toBe('11:30')
  })

  test('an expert sets working hours and a theme, turns single keys off, and all of it stays', async () => {
    const company = await stage.found({ experts: 1 })
    const { page, complaints } = await openExpert(0, '/desk/me', company)
    const save = page.getByRole('form', { name: 'Working hours' }).getByRole('button', { name: 'Save' })
    await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Berlin')
    expect(await save.isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Add a shift' }).click()
    await page.getByRole('button', { name: 'Add a shift' }).click()
    await page.getByLabel('From').first().fill('08:30')
    await page
      .getByRole('group', { name: 'Tuesday' })
      .getByRole('button', { name: 'Remove the shift of Tuesday' })
      .click()
    await save.click()
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).click()
    await vi.waitFor(async () => {
      const [row] = await stage.sql<{ hours: object }>(
        'select working_hours as hours from experts where user_id = $1',
        [company.experts[0]?.userId],
      )
      expect(row?.hours).toEqual({ timeZone: 'Europe/Berlin', days: [{ day: 1, from: '08:30', to: '17:00' }] })
    }, patient)

    await page.reload()
    await page.getByRole('group', { name: 'Monday' }).waitFor()
    expect(await page.getByRole('combobox', { name: 'Theme' }).inputValue()).toBe('dark')
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    await page.keyboard.press('?')
    expect(await page.getByRole('heading', { name: 'Keys' }).count()).toBe(0)
    expect(await findAccessibilityFaults(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  const away = { name: 'I am back' }
  /** Opens the desk of an expert who is AWAY, and looks at it. */
  async function openAbsent(reason: 'MISSED_OFFERS' | null) {
    const company = await stage.found({ experts: 1 })
    const expertId = company.experts[0]?.userId
    const opened = await openExpert(0, '/desk/offers', company)
    const availability = opened.page.getByRole('combobox', { name: 'Your availability' })
    await availability.waitFor()
    await stage.sql(
      `update experts set availability = 'AWAY', away_reason = $2, missed_offers = 3, away_since = now() where user_id = $1`,
      [expertId, reason],
    )
    await opened.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await expect.poll(() => availability.inputValue(), patient).toBe('AWAY')
    return { ...opened, availability }
  }
  /** Makes the browser believe that the page was hidden for this time. */
  const isHiddenFor = (page: Page, minutes: number) =>
    page.evaluate(`{
      const look = (state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }
      const now = Date.now
      look('hidden')
      Date.now = () => now() + ${minutes} * 60000
      look('visible')
      Date.now = now
    }`)

  test('missed offers that made an expert away stand on a banner, whose button ends it', async () => {
    const { page, availability, complaints } = await openAbsent('MISSED_OFFERS')
    await page.getByText('3 offers ran out without an answer').waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])

    await page.getByRole('button', away).click()

    await expect.poll(() => availability.inputValue(), patient).toBe('AVAILABLE')
    await page.getByRole('button', away).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  test('an expert who is away after missed offers is back with the next key', async () => {
    const { page, availability } = await openAbsent('MISSED_OFFERS')
    await page.getByRole('button', away).waitFor()

    await page.keyboard.press('j')

    await expect.poll(() => availability.inputValue(), patient).toBe('AVAILABLE')
    await page.getByText('You are available again.').waitFor()
  })

  test('an expert who is away after missed offers is back when the page was hidden for ten minutes, but not for nine', async () => {
    const { page, availability } = await openAbsent('MISSED_OFFERS')
    const look = page.waitForResponse((response) => response.url().endsWith('/experts/me'))
    await isHiddenFor(page, 9)
    expect((await look).request().method()).toBe('GET')
    expect(await availability.inputValue()).toBe('AWAY')

    await isHiddenFor(page, 10)

    await expect.poll(() => availability.inputValue(), patient).toBe('AVAILABLE')
  })

  test('an expert who chose to be away stays so after a key and a return to the page', async () => {
    const { page, availability } = await openAbsent(null)
    expect(await page.getByRole('button', away).count()).toBe(0)

    await page.keyboard.press('j')
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await isHiddenFor(page, 11)
    await saved

    expect(await availability.inputValue()).toBe('AWAY')
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

  test('an agent reads what happened before: who was asked, and why they declined', async () => {
    // The second expert keeps the question from agents until the asker hands it over.
    const company = await stage.found({ experts: 2 })
    const [asker, expert] = await Promise.all([openAsker('/ask', company), openExpert(0, '/desk', company)])
    await askOnPage(asker, 'Can you hold my mail?')
    await expert.page.getByText('Can you hold my mail?').first().click()
    await expert.page.getByRole('button', { name: 'Decline' }).click()
    const reason = expert.page.getByRole('textbox', { name: 'Why is this not for you?' })
    await reason.fill('Not about cards')
    await expert.page.getByRole('button', { name: 'Decline' }).last().click()
    await reason.waitFor({ state: 'detached' })
    await asker.page.getByRole('button', { name: 'Hand it to an agent' }).click()

    const { page, complaints } = await openAgent('/desk', company)
    await page.getByText('Can you hold my mail?').first().click()
    await page.getByText('2 experts were asked. 1 declined or gave it back.').waitFor()
    await page.getByText('Not about cards').waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test("an agent's list says whether the asker or an agent wrote last", async () => {
    const company = await stage.found({ experts: 1 })
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'Do you store skis?')
    await asker.page.getByRole('button', { name: 'Hand it to an agent' }).click()
    const { page, complaints } = await openAgent('/desk/queue', company)
    const row = page.getByRole('link', { name: /Do you store skis/ })
    await row.getByText('With agents').waitFor()

    await row.click()
    await page.getByRole('textbox', { name: /Write/ }).fill('In summer.')
    await page.keyboard.press('Control+Enter')
    await row.getByText('Answered', { exact: true }).waitFor()
    await asker.page.getByText('In summer.').waitFor()
    await asker.page.getByRole('textbox', { name: 'Write a message' }).fill('And in winter?')
    await asker.page.getByRole('button', { name: 'Send' }).click()
    await row.getByText('With agents').waitFor()
    expect(complaints).toEqual([])
  })

  test('an agent who opens a long question sees what happened before, and goes on at the end of their own', async () => {
    const company = await stage.found({ experts: 2 })
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'Do you keep keys?')
    const questionUuid = openedQuestion(asker) ?? ''
    const callerOf = async (client: Client) =>
      openCaller(stage.apiUrls, await fetchToken(stage.apiUrls[0] ?? '', client))
    const [bruno, shop] = await Promise.all([
      callerOf(company.experts[0] ?? company.dora),
      callerOf(company.integration),
    ])
    await vi.waitFor(async () => {
      const { status } = await bruno.post(`/questions/${questionUuid}/responses`, { text: 'For a day.' })
      expect(status).toBe(201)
    }, patient)
    for (let n = 1; n <= 12; n++)
      await shop.post('/messages', { questionUuid, userEmail: asker.email, text: `Key ${n}.` })
    await shop.post(`/questions/${questionUuid}/reroute`, { userEmail: asker.email })
    const { page } = await openAgent('/desk/queue', company)
    await page.getByText('Do you keep keys?').first().click()
    const heightOf = async (text: string) => (await page.getByText(text, { exact: true }).boundingBox())?.y ?? -1
    await page.getByText('What happened before').waitFor()
    expect(await heightOf('What happened before')).toBeGreaterThan(0)

    await page.getByRole('button', { name: 'Take' }).click()
    await page.getByRole('button', { name: 'Give back' }).waitFor()
    expect(await heightOf('What happened before')).toBeGreaterThan(0)
    await page.getByRole('textbox', { name: 'Write a message' }).fill('For a week.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('article').filter({ hasText: 'For a week.' }).waitFor()
    await page.reload()
    await page.getByRole('article').filter({ hasText: 'For a week.' }).waitFor()
    // The agent's own answer did not fail before.
    await page.getByText('There is 1 answer of experts.').waitFor()
    const foot = await page.locator('footer').boundingBox()
    await vi.waitFor(async () => expect(await heightOf('For a week.')).toBeLessThan(foot?.y ?? 0), patient)
  })

  test('an answer is previewed as its reader will see it', async () => {
    const company = await stage.found({ experts: 1 })
    await stage.sql(`update companies set settings = settings || '{"markdown": true}' where id = $1`, [
      company.companyId,
    ])
    const asker = await openAsker('/ask', company)
    await askOnPage(asker, 'What is a standing order?')
    const { page, complaints } = await openExpert(0, '/desk', company)
    await page.getByText('What is a standing order?').first().click()
    await page.getByRole('textbox', { name: /Write an answer/ }).fill('A **repeated** transfer <img src=x>')
    await page.getByRole('button', { name: 'Preview' }).click()

    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.locator('strong').getByText('repeated').waitFor()
    expect(await preview.locator('img').count()).toBe(0)
    expect(await findAccessibilityFaults(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('an expert finds an answered question by words of the conversation', async () => {
    const company = await stage.found({ experts: 1 })
    const asker = await openAsker('/ask', company)
    const { page, complaints } = await openExpert(0, '/desk', company)
    for (const text of ['Where is my statement?', 'Where is my contract?']) {
      await asker.page.goto('/ask')
      await askOnPage(asker, text)
      await page.goto('/desk/offers')
      await page.getByText(text).first().waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: /Write an answer/ }).fill(`About ${text}`)
      await page.keyboard.press('Control+Enter')
      await asker.page.getByText(`About ${text}`).waitFor()
    }
    await page.goto('/desk/answered')
    await page.getByRole('link', { name: /contract/ }).waitFor()
    expect(await findCutPlaceholders(page)).toEqual([])
    await page.keyboard.press('/')
    await page.keyboard.type('ABOUT where is my stat')

    await vi.waitFor(async () => {
      expect(await page.getByRole('link', { name: /contract/ }).count()).toBe(0)
      expect(await page.getByRole('link', { name: /Where is my statement/ }).count()).toBe(1)
    }, patient)
    expect(await findAccessibilityFaults(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})

/** Returns the label or text of the element that has the focus. */
const focusedName = (page: Page) =>
  page.evaluate<string>('(({ activeElement: at }) => at.labels?.[0]?.textContent ?? at.textContent ?? "")(document)')

/** Returns the number of queues of texts that the browser stores. */
const countStored = (page: Page) =>
  page.evaluate<number>("Object.keys(localStorage).filter((name) => name.startsWith('askline-sends:')).length")
