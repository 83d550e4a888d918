import { openClient } from '@askline/client'
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { browserPath, type Company, findAccessibilityFaults, raisePages } from '../src/index.ts'

describe.skipIf(browserPath === undefined)('the pages of the administration', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages()
  const { stage, company, openAdmin } = pages
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  /** Returns the priorities of the company's categories. */
  const prioritiesOf = async ({ companyId }: Company) => {
    const text = "select (settings ->> 'priority')::int as priority from categories where company_id = $1"
    return (await stage.sql<{ priority: number | null }>(text, [companyId])).map(({ priority }) => priority)
  }

  test('an admin finds a question by its words and reads why it went to its experts', async () => {
    const credentials = { ...company.integration, userEmail: 'ben@example.com' }
    const shop = openClient({ url: stage.apiUrls[0] ?? '', credentials })
    onTestFinished(() => shop.close())
    await shop.questions.ask({ text: 'Which card works in Greenland?' })
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

  test("a question's page opens at its heading, also if the conversation is longer than the window", async () => {
    const credentials = { ...company.integration, userEmail: 'fay@example.com' }
    const shop = openClient({ url: stage.apiUrls[0] ?? '', credentials })
    onTestFinished(() => shop.close())
    const { uuid } = await shop.questions.ask({ text: 'Which card works on the Faroe Islands?' })
    const text = Array.from({ length: 40 }, (_, at) => `Line ${at}`).join('\n\n')
    const bruno = openClient({ url: stage.apiUrls[0] ?? '', credentials: company.experts[0] ?? company.dora })
    onTestFinished(() => bruno.close())
    await vi.waitFor(() => bruno.experts.respond(uuid, { text }), { timeout: 10_000 })
    const { page } = await openAdmin(`/desk/admin/questions/${uuid}`)
    await page.getByRole('log').getByText('Line 39').waitFor()
    const heading = page.getByRole('heading', { level: 1, name: 'Which card works on the Faroe Islands?' })
    expect((await heading.boundingBox())?.y).toBeGreaterThan(0)
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

  test('the page asks before a sign-out loses unsaved changes, and the session ends only after that', async () => {
    const { page, complaints } = await openAdmin('/desk/admin/categories')
    await page.getByRole('link', { name: 'General' }).click()
    const field = page.getByRole('spinbutton', { name: 'Priority' })
    const question = page.getByRole('dialog', { name: 'Sign out' })
    const browserQuestions: string[] = []
    page.on('dialog', (dialog) => {
      browserQuestions.push(dialog.type())
      void dialog.accept()
    })
    const signOut = page.getByRole('button', { name: 'Sign out' })
    await field.fill('4')

    await signOut.click()
    await question.getByRole('button', { name: 'Go back' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The changes were saved.').waitFor()
    expect(await prioritiesOf(company)).toContain(4)

    await field.fill('5')
    await signOut.click()
    await question.getByRole('button', { name: 'Sign out without saving' }).click()
    await page.waitForURL(/\/v1\/oauth\/auth/)
    expect(await prioritiesOf(company)).toContain(4)
    expect(browserQuestions).toEqual([])
    expect(complaints).toEqual([])
  })

  test('of an uploaded file the admin reads the refused rows and the figures of the model that learned it', async () => {
    const { page, complaints } = await openAdmin('/desk/admin/training')
    const texts = ['pin', 'card', 'loan'].flatMap((name) =>
      Array.from({ length: 30 }, (_, n) => `Question ${n} about my ${name},${name}`),
    )
    const rows = ['text,class', 'Where is my PIN?,pin', ',pin', ...texts].join('\n')
    const file = { name: 'examples.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
    await page.getByLabel('File', { exact: true }).setInputFiles(file)
    await page.getByText(/^Chosen: examples\.csv/).waitFor()
    await page.getByRole('button', { name: 'Upload' }).click()

    const row = page.getByRole('listitem').filter({ hasText: 'examples.csv' })
    await row.getByText('learned', { exact: true }).waitFor({ timeout: 120_000 })
    await row.getByText('1 row was refused').click()
    await row.getByText('Line 3').waitFor()
    await row.getByText(/`text`/).waitFor()
    await page.getByRole('link', { name: 'Version 1' }).click()

    await page.getByRole('heading', { level: 1, name: 'Version 1' }).waitFor()
    await page.getByRole('rowheader', { name: 'loan' }).first().waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])

    const { page: german } = await openAdmin('/desk/admin/training', company, { locale: 'de-DE' })
    await german.getByRole('listitem').filter({ hasText: 'examples.csv' }).locator('summary').click()
    await german.getByText('„text“ darf nicht leer sein.').waitFor()
    expect(complaints).toEqual([])
  })

  test('for questions that were repeated without an answer, an admin writes one that also answers other wordings', async () => {
    const asked = await stage.found({ experts: 1 })
    const client = openClient({
      url: stage.apiUrls[0] ?? '',
      credentials: { ...asked.integration, userEmail: 'ida@example.com' },
    })
    onTestFinished(() => client.close())
    for (const text of ['Do you sell umbrellas?', 'Do you sell umbrellas?', 'Where do you sell red umbrellas?'])
      await client.questions.ask({ text })
    const { page, complaints } = await openAdmin('/desk/admin/answers/unanswered', asked)
    await page.getByText('Asked 3 times').waitFor({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Write an answer' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('textbox', { name: 'Question' }).inputValue()).toBe('Do you sell umbrellas?')
    await dialog.getByText('Also answer 1 similar question').click()
    await dialog.getByRole('switch', { name: 'Where do you sell red umbrellas?' }).click()
    await dialog.getByRole('textbox', { name: 'Answer' }).fill('At the gate.')
    expect(await findAccessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add an answer' }).click()

    await page.getByText('No question was repeated without an answer.').waitFor({ timeout: 30_000 })
    expect(
      await stage.sql(`select question from knowledge where company_id = '${asked.companyId}' order by question`),
    ).toEqual([{ question: 'Do you sell umbrellas?' }, { question: 'Where do you sell red umbrellas?' }])
    expect(complaints).toEqual([])
  })
})
