import { randomUUID } from 'node:crypto'
import { openClient } from '@askline/client'
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { browserPath, type Company, findAccessibilityFaults, findFaultsOfLooks, raisePages } from '../src/index.ts'

describe.skipIf(browserPath === undefined)('the pages of the administration', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages()
  const { stage, company, openAdmin, openExpert, showAdmin } = pages
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  /** Opens a client of the company's shop, which asks as `userEmail`. */
  function openAsker(userEmail: string, { integration }: Company = company) {
    const client = openClient({ url: stage.apiUrls[0] ?? '', credentials: { ...integration, userEmail } })
    onTestFinished(() => client.close())
    return client.questions
  }

  test('an admin changes a setting, and the service keeps it', async () => {
    const { page, complaints } = await openAdmin('/desk/admin/training')
    await page.getByRole('spinbutton', { name: 'Accuracy that a new model may lose' }).fill('3')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The changes were saved.').waitFor()

    await page.reload()
    const field = page.getByRole('spinbutton', { name: 'Accuracy that a new model may lose' })
    await field.waitFor()
    expect(await field.inputValue()).toBe('3')
    expect(complaints).toEqual([])
  })

  test('of two admins who change the same setting, the second reads that it was changed and decides', async () => {
    const [first, second] = await Promise.all([openAdmin('/desk/admin/training'), openAdmin('/desk/admin/training')])
    await second.page.getByRole('spinbutton', { name: 'Uploads in 24 hours' }).fill('70')
    await first.page.getByRole('spinbutton', { name: 'Uploads in 24 hours' }).fill('60')
    await first.page.getByRole('button', { name: 'Save' }).click()
    await first.page.getByText('The changes were saved.').waitFor()

    await second.page.getByRole('button', { name: 'Save' }).click()
    await second.page.getByText('Somebody changed this meanwhile.').waitFor()
    await second.page.getByRole('button', { name: 'Save mine over theirs' }).click()
    await second.page.getByText('The changes were saved.').waitFor()

    const [stored] = await stage.sql<{ bytes: number }>(
      `select (settings #>> '{training,bytesPerDay}')::int as bytes from companies where id = '${company.companyId}'`,
    )
    expect(stored?.bytes).toBe(70 * 1024 * 1024)
  })

  test('a filter stands in the address, and the address opens the filtered list', async () => {
    const { page } = await openAdmin('/desk/admin/audit')
    await page.getByRole('combobox', { name: 'Act' }).selectOption('Category changed')
    await page.getByText('Nothing matches the filters.').waitFor()
    expect(new URL(page.url()).searchParams.get('action')).toBe('category_updated')

    await page.reload()
    await page.getByText('Nothing matches the filters.').waitFor()
  })

  test('an address with a filter that does not exist says so in a sentence of the page, and shows the list without it', async () => {
    const { page } = await openAdmin('/desk/admin/questions?status=NOWHERE')
    await page.getByText('A filter in the address of this page is not valid.').waitFor()
    expect(await page.getByText(/UNRESOLVED|must be/).count()).toBe(0)
    expect(await findAccessibilityFaults(page)).toEqual([])

    await page.getByRole('alert').getByRole('button', { name: 'Clear filters' }).click()

    await page.getByText('A filter in the address of this page is not valid.').waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
  })

  test('the first steps are the first page of a new company; each leads to its place and back, until they are hidden', async () => {
    const shop = await stage.found({ experts: 2, isNew: true })
    const { page, complaints } = await openAdmin('/desk', shop)
    const steps = page.getByRole('heading', { level: 1, name: 'First steps' })
    await steps.waitFor()
    await page.getByRole('link', { name: 'Live', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Live' }).waitFor()
    await page.goto('/desk/admin')
    await steps.waitFor()
    await page.getByText('1 of 5 done').waitFor()
    expect(new URL(page.url()).pathname).toBe('/desk/admin/start')

    await page.getByRole('link', { name: 'Open the experts' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an expert' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Grace')
    await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('grace@example.com')
    await dialog.getByRole('button', { name: 'Add an expert' }).click()
    await page.getByRole('dialog', { name: 'Invitation for Grace' }).getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { level: 1, name: 'Grace' }).waitFor()
    await page.getByRole('status').filter({ hasText: 'Add three experts' }).getByText('done').waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Back to the first steps' }).click()
    await page.getByText('2 of 5 done').waitFor()

    await page.getByRole('button', { name: 'Hide this page' }).click()
    await page
      .getByRole('dialog', { name: 'Hide the first steps?' })
      .getByRole('button', { name: 'Hide this page' })
      .click()
    await page.getByText('The first steps are hidden.').waitFor()
    await page.goto('/desk/admin')
    await page.getByRole('heading', { level: 1, name: 'Live' }).waitFor()
    expect(await page.getByRole('link', { name: 'First steps' }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('the live picture counts a new question by itself and opens the questions of a stage', async () => {
    // A company of its own has no question at the second attempt either.
    const shop = await stage.found({ experts: 1 })
    const { page, complaints } = await openAdmin('/desk/admin', shop)
    const card = page.getByRole('listitem').filter({ hasText: "Agents' turn" })
    await card.getByText('none').waitFor()
    await card.getByText('Agents answer these questions.').waitFor()
    const lastHour = page.getByRole('region', { name: 'Last hour' })
    await lastHour.getByText('Questions that received their first answer.').waitFor()
    const asker = openAsker('ada@example.com', shop)
    const { uuid } = await asker.ask({ text: 'May I speak to a person about my safe?' })
    await asker.reroute(uuid)

    await card.getByText('1', { exact: true }).waitFor()
    await card.getByRole('link', { name: "Agents' turn" }).click()

    await page.getByRole('link', { name: 'May I speak to a person about my safe?' }).waitFor()
    expect(new URL(page.url()).searchParams.get('stage')).toBe('AGENTS')
    expect(complaints).toEqual([])
  })

  test('an admin finds a question by its words and reads why it went to its experts', async () => {
    await openAsker('ben@example.com').ask({ text: 'Which card works in Greenland?' })
    const { page, complaints } = await openAdmin('/desk/admin/questions')
    await page.getByRole('searchbox', { name: 'Search' }).fill('greenland CARD')
    await page.getByRole('link', { name: 'Which card works in Greenland?' }).click()

    await page.getByRole('heading', { level: 1, name: 'Which card works in Greenland?' }).waitFor()
    const timeline = page.getByRole('region', { name: 'What happened' })
    await timeline.getByText('Wave 1', { exact: true }).waitFor()
    await timeline.getByText('Bruno').first().waitFor()
    await timeline.getByText('Expires').waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('a German admin reads in German why a question went to its experts', async () => {
    const { uuid } = await openAsker('greta@example.com').ask({ text: 'Which card works in Norway?' })
    const { page, complaints } = await openAdmin(`/desk/admin/questions/${uuid}`, company, { locale: 'de-DE' })
    const timeline = page.getByRole('region', { name: 'Was geschah' })

    await timeline.getByText(/^Welle 1 ging an \d+ von \d+ Experten\./).waitFor()
    await timeline
      .getByText(/^Wurde gefragt\./)
      .first()
      .waitFor()

    expect(await timeline.locator('[lang=en]').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test("a question's page opens at its heading, also if the conversation is longer than the window", async () => {
    const { uuid } = await openAsker('fay@example.com').ask({ text: 'Which card works on the Faroe Islands?' })
    const text = Array.from({ length: 40 }, (_, at) => `Line ${at}`).join('\n\n')
    const bruno = openClient({ url: stage.apiUrls[0] ?? '', credentials: company.experts[0] ?? company.dora })
    onTestFinished(() => bruno.close())
    await vi.waitFor(() => bruno.experts.respond(uuid, { text }), { timeout: 10_000 })
    const { page } = await openAdmin(`/desk/admin/questions/${uuid}`)
    await page.getByRole('log').getByText('Line 39').waitFor()
    const heading = page.getByRole('heading', { level: 1, name: 'Which card works on the Faroe Islands?' })
    expect((await heading.boundingBox())?.y).toBeGreaterThan(0)
  })

  test('a dead letter is replayed after the admin confirmed it', async () => {
    const id = randomUUID()
    await stage.sql(
      `insert into dead_letters (id, company_id, kind, name, payload, reason, attempts)
        values ('${id}', '${company.companyId}', 'job', 'drain-backlog', '{"companyId": "${company.companyId}"}', 'stalled', 5)`,
    )
    const { page, complaints } = await openAdmin('/desk/admin/dead-letters')
    await page.getByRole('button', { name: 'Replay' }).click()
    const dialog = page.getByRole('dialog', { name: 'Replay this work?' })
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const replay = page.getByRole('button', { name: 'Replay' })
    expect(await replay.evaluate((button) => button.matches(':focus'))).toBe(true)
    await replay.click()
    await dialog.getByRole('button', { name: 'Replay' }).click()

    await page.getByText('There are no dead letters.').waitFor()
    expect(await stage.sql(`select outcome from dead_letters where id = '${id}'`)).toEqual([{ outcome: 'replayed' }])
    expect(complaints).toEqual([])
  })

  test('a dead letter that cannot be replayed says so, in German on a German page', async () => {
    const other = await stage.found({ experts: 1 })
    await stage.sql(
      `insert into dead_letters (id, company_id, kind, name, payload, reason, attempts)
        values ('${randomUUID()}', '${other.companyId}', 'job', 'route-question', null, 'stalled', 5)`,
    )
    const { page } = await openAdmin('/desk/admin/dead-letters', other, { locale: 'de-DE' })
    await page.getByText(/^Experten für eine Frage finden: 5-mal vergeblich versucht\./).waitFor()
    await page.getByText('Wiederholen ist nicht möglich, weil zu wenig davon gespeichert ist.').waitFor()
    await page.getByRole('button', { name: 'Verwerfen' }).waitFor()
    expect(await page.getByRole('button', { name: 'Wiederholen' }).count()).toBe(0)
    expect(await findAccessibilityFaults(page)).toEqual([])
  })

  test('the focus goes to the next row when its row went away, and to the heading after the last one', async () => {
    const other = await stage.found({ experts: 1 })
    for (const name of ['drain-backlog', 'train-models', 'read-file'])
      await stage.sql(
        `insert into dead_letters (id, company_id, kind, name, payload, reason, attempts)
          values ($1, $2, 'job', $3, '{}', 'stalled', 5)`,
        [randomUUID(), other.companyId, name],
      )
    const { page, complaints } = await openAdmin('/desk/admin/dead-letters', other)
    const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Discard' }) })
    const discard = async (at: number, left: number) => {
      await rows.nth(at).getByRole('button', { name: 'Discard' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await vi.waitFor(async () => expect(await rows.count()).toBe(left))
    }
    const focused = page.locator(':focus')

    await discard(0, 2)
    await rows.first().locator(focused).waitFor()
    await discard(1, 1)
    await rows.first().locator(focused).waitFor()
    await discard(0, 0)
    await page.getByRole('heading', { level: 1, name: 'Dead letters' }).and(focused).waitFor()
    expect(complaints).toEqual([])
  })

  test('the focus goes to the heading of a form when its button to save went away', async () => {
    const { page } = await openAdmin('/desk/admin/training')
    await page.getByRole('spinbutton', { name: 'Accuracy that a new model may lose' }).fill('4')
    const save = page.getByRole('button', { name: 'Save' })
    await save.click()
    await save.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Settings' }).and(page.locator(':focus')).waitFor()
  })

  test("an admin advances the sandbox's clock and reads how many deadlines were met", async () => {
    const sandbox = await stage.found({ experts: 1, isSandbox: true })
    await openAsker('cleo@example.com', sandbox).ask({ text: 'When do you open?' })
    const { page, complaints } = await openAdmin('/desk/admin/clock', sandbox)
    await page.getByRole('combobox', { name: 'Advance by' }).selectOption('1 week')
    await page.getByRole('button', { name: 'Advance' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Advance' }).click()

    await page.getByText(/deadlines? were? met\.|deadline was met\./).waitFor()
    expect(complaints).toEqual([])
  })

  test('a person is forgotten only after the address was typed again, and the receipt shows the progress', async () => {
    await openAsker('dora-the-asker@example.com').ask({ text: 'Please keep this secret: swordfish.' })
    const { page, complaints } = await openAdmin('/desk/admin/privacy')
    await page.getByRole('textbox', { name: 'E-mail address of the person' }).fill('dora-the-asker@example.com')
    await page.getByRole('button', { name: 'Forget the person' }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Forget the person' })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('dora-the-asker@example.com')
    await confirm.click()

    await page
      .getByRole('cell', { name: /^Eras(ing|ed)$/ })
      .first()
      .waitFor()
    await vi.waitFor(
      async () => expect(await stage.sql(`select id from questions where text like '%swordfish%'`)).toEqual([]),
      { timeout: 20_000, interval: 100 },
    )
    await page.getByText(/\b1 question\b/).waitFor()
    const { page: german } = await openAdmin('/desk/admin/privacy', company, { locale: 'de-DE' })
    await german.getByText(/\b1 Frage\b/).waitFor()
    expect(complaints).toEqual([])
  })

  test('of 10,000 questions at most 60 rows are in the document, and scrolling loads the next pages', async () => {
    const crowd = await stage.found({ experts: 1 })
    await openAsker('eve@example.com', crowd).ask({ text: 'The first of many' })
    await stage.sql(
      `insert into questions (id, company_id, asker_id, category_id, type, subject, text, company_tags, status, closed_at, expires_at)
        select gen_random_uuid(), company_id, asker_id, category_id, type, 'Copy ' || n, 'Copy', company_tags, 'EXPIRED', now(), now()
        from questions, generate_series(1, 10000) n where company_id = '${crowd.companyId}'`,
    )
    const { page, complaints } = await openAdmin('/desk/admin/questions', crowd)
    const rows = page.getByRole('table').getByRole('row')
    await page.getByRole('link', { name: /^Copy/ }).first().waitFor()
    const region = page.getByRole('region', { name: 'All questions' })

    await vi.waitFor(
      async () => {
        await region.press('End')
        expect(Number(await rows.last().getAttribute('aria-rowindex'))).toBeGreaterThan(200)
      },
      { timeout: 60_000, interval: 100 },
    )

    expect(await rows.count()).toBeLessThanOrEqual(60)
    expect(complaints).toEqual([])
  })

  test('a table takes the focus, so that keys scroll it, only while its rows do not fit', async () => {
    const crowd = await stage.found({ experts: 1 })
    const eve = openAsker('eve@example.com', crowd)
    await eve.ask({ text: 'The only one' })
    const { page } = await openAdmin('/desk/admin/questions', crowd)
    const region = page.getByRole('region', { name: 'All questions' })
    await page.getByRole('link', { name: 'The only one' }).waitFor()
    await vi.waitFor(async () => expect(await region.getAttribute('tabindex')).toBeNull())

    await page.setViewportSize({ width: 360, height: 300 })

    await vi.waitFor(async () => expect(await region.getAttribute('tabindex')).toBe('0'))
  })

  test('a list that cannot be loaded says so and is loaded by another try', async () => {
    const { page } = await openAdmin('/desk/admin')
    await page.getByRole('heading', { name: 'Open questions' }).waitFor()
    await page.route('**/v1/admin/audit*', (route) => route.abort())
    await page.getByRole('link', { name: 'Audit log' }).click()
    const fault = page.getByText('This could not be loaded.')
    await fault.waitFor({ timeout: 60_000 })

    await page.unroute('**/v1/admin/audit*')
    await page.getByRole('button', { name: 'Try again' }).click()

    await page.getByRole('table', { name: 'Audit log' }).or(page.getByText('Nothing was recorded yet.')).waitFor()
  })

  test('a page whose script cannot be loaded says so, and the other places can still be opened', async () => {
    const { page } = await openAdmin('/desk/admin')
    await page.getByRole('heading', { name: 'Open questions' }).waitFor()
    await page.route('**/assets/**', (route) => route.abort())

    await page.getByRole('link', { name: 'Privacy requests' }).click()
    await page.getByRole('heading', { level: 1, name: 'This page could not be shown.' }).waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Live' }).click()
    await page.getByRole('heading', { level: 1, name: 'Live' }).waitFor()

    await page.getByRole('link', { name: 'Privacy requests' }).click()
    await page.unroute('**/assets/**')
    await page.getByRole('button', { name: 'Load the page again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Privacy requests' }).waitFor()
  })

  test('the audit log says in words why an act failed, and shows a short id in full', async () => {
    const company = await stage.found()
    await stage.sql(
      `insert into audit_log (company_id, action, outcome, reason, actor_kind, target_id)
        values ($1, 'sign_in', 'failure', 'wrong_password', 'nobody', 'askline-desk'), ($1, 'sign_in', 'failure', 'too_new', 'nobody', null)`,
      [company.companyId],
    )
    const { page } = await openAdmin('/desk/admin/audit', company)

    await page.getByText('The password was wrong.').waitFor()
    await page.getByText('too_new').waitFor()
    await page.getByRole('button', { name: 'Copy the id askline-desk' }).first().waitFor()
  })

  test('in a narrow window the places are behind a button, and Escape or a choice closes them', async () => {
    const { page } = await openAdmin('/desk/admin')
    await page.getByRole('heading', { level: 1, name: 'Live' }).waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    const place = page.getByRole('link', { name: 'Audit log' })
    const button = page.getByRole('button', { name: 'Places' })
    await button.click()
    await place.waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await place.waitFor({ state: 'hidden' })

    await button.click()
    await place.click()

    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
    await place.waitFor({ state: 'hidden' })
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Live' }).waitFor()
    await place.waitFor({ state: 'hidden' })
  })

  test('an expert has no administration', async () => {
    const { page } = await openExpert(0, '/desk/admin')
    await page.getByText('There is no such page.').waitFor()
    expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0)
  })

  test.each(['', '/start', '/questions', '/dead-letters', '/training', '/audit', '/privacy', '/clock'])(
    'nothing is wrong with the looks of /desk/admin%s',
    async (path) => {
      expect(await findFaultsOfLooks(await showAdmin(`/desk/admin${path}`))).toEqual([])
    },
  )
})
