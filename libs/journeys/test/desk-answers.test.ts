import { openClient } from '@askline/client'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { browserPath, type Company, findAccessibilityFaults, findFaultsOfLooks, raisePages } from '../src/index.ts'

describe.skipIf(browserPath === undefined)('the pages of known answers and of what is learned', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages({ experts: 1 })
  const { stage, company, openAdmin, showAdmin } = pages
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  /** Adds a known answer that was last changed `days` ago, and returns its id. `more` sets further columns. */
  async function know(
    { companyId }: Company,
    question: string,
    answer: string,
    { days = 0, ...more }: { days?: number; language?: string; suspended_reason?: string } = {},
  ): Promise<string> {
    const columns = Object.keys(more)
    const values = Object.values(more).map((value) => `'${value}'`)
    const [row] = await stage.sql<{ id: string }>(
      `insert into knowledge (${['id', 'company_id', 'question', 'answer', 'updated_at', 'suspended_at', ...columns].join()})
        values (gen_random_uuid(), '${companyId}', '${question}', '${answer}', now() - interval '${days} days',
          ${more.suspended_reason ? 'now()' : 'null'}${values.map((value) => `, ${value}`).join('')}) returning id`,
    )
    return row?.id ?? ''
  }
  const suspensionsOf = async (...ids: string[]) => {
    const rows = await stage.sql<{ id: string; reason: string | null }>(
      `select id, suspended_reason as reason from knowledge where id in (${ids.map((id) => `'${id}'`).join()})`,
    )
    return ids.map((id) => rows.find((row) => row.id === id)?.reason)
  }
  const entry = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text }).last()

  test('an admin adds a known answer, finds it by its words, changes it and removes it', async () => {
    const { page, complaints } = await openAdmin('/desk/admin/knowledge')
    await page.getByRole('button', { name: 'Add an answer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an answer' })
    await dialog.getByRole('textbox', { name: 'Question' }).fill('Where do the otters sleep?')
    await dialog.getByRole('textbox', { name: 'Answer' }).fill('In the reeds.')
    await dialog.getByRole('textbox', { name: 'Language' }).fill('EN')
    await dialog.getByRole('button', { name: 'Add an answer' }).click()
    await page.getByText('The answer was added.').waitFor()

    await page.getByRole('searchbox', { name: 'Search' }).fill('REEDS otters')
    await page.getByRole('link', { name: 'Where do the otters sleep?' }).click()
    await page.getByText('An admin wrote it.').waitFor()
    await page.getByRole('textbox', { name: 'Answer' }).fill('In their holt.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The changes were saved.').waitFor()
    expect(await stage.sql(`select answer, language from knowledge where question like '%otters%'`)).toEqual([
      { answer: 'In their holt.', language: 'en' },
    ])

    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The answer was removed.').waitFor()
    expect(await stage.sql(`select 1 from knowledge where question like '%otters%'`)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('an admin looks at a known answer as its reader will see it, without its scripts', async () => {
    const zoo = await stage.found({ experts: 1 })
    await stage.sql(`update companies set settings = settings || '{"markdown": true}' where id = $1`, [zoo.companyId])
    const id = await know(zoo, 'How do I feed an otter?', '**Fish**, never bread.')
    const { page, complaints } = await openAdmin(`/desk/admin/knowledge/${id}`, zoo)
    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('region', { name: 'Preview' })
    expect(await preview.locator('strong').textContent()).toBe('Fish')

    await page
      .getByRole('textbox', { name: 'Answer' })
      .fill('1. *Fish*\n2. Crabs <img src=x onerror="window.attacked=1"><script>window.attacked=1</script>')
    await preview.locator('ol > li > em', { hasText: 'Fish' }).waitFor()

    expect(await preview.locator('img, script').count()).toBe(0)
    expect(await page.evaluate('window.attacked')).toBeUndefined()
    expect(await findAccessibilityFaults(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('an admin suspends an answer and gives it again, but never one of a forgotten person', async () => {
    const id = await know(company, 'Is there a moat?', 'Yes.')
    const forgotten = await know(company, 'Who is the ghost?', 'Nobody.', { suspended_reason: 'FORGOTTEN' })
    const { page } = await openAdmin(`/desk/admin/knowledge/${id}`)
    for (const [act, reason] of [
      ['Suspend', 'BY_ADMIN'],
      ['Give again', null],
    ] as const) {
      await page.getByRole('button', { name: act }).click()
      await page.getByRole('dialog').getByRole('button', { name: act }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await suspensionsOf(id)).toEqual([reason])
    }

    await page.goto(`/desk/admin/knowledge/${forgotten}`)
    await page.getByText('never given again').waitFor()
    expect(await page.getByRole('button', { name: 'Give again' }).count()).toBe(0)
  })

  test('the filter of states stands in the address, and shows only answers of that state', async () => {
    await know(company, 'Is the bridge open?', 'Yes.')
    await know(company, 'Is the tower open?', 'No.', { suspended_reason: 'CONTESTED' })
    const { page } = await openAdmin('/desk/admin/knowledge')
    await page.getByRole('combobox', { name: 'State' }).selectOption('contested')
    await page.getByRole('link', { name: 'Is the bridge open?' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Is the tower open?' }).waitFor()

    await page.reload()
    await page.getByRole('link', { name: 'Is the tower open?' }).waitFor()
    expect(await page.getByRole('link', { name: 'Is the bridge open?' }).count()).toBe(0)
  })

  test('an answer that another admin changed meanwhile is not overwritten', async () => {
    const id = await know(company, 'When is tea?', 'At four.')
    const [first, second] = await Promise.all([1, 2].map(() => openAdmin(`/desk/admin/knowledge/${id}`)))
    for (const [visitor, answer] of [
      [first, 'At five.'],
      [second, 'At six.'],
    ] as const)
      await visitor?.page.getByRole('textbox', { name: 'Answer' }).fill(answer)
    await first?.page.getByRole('button', { name: 'Save' }).click()
    await first?.page.getByText('The changes were saved.').waitFor()
    await second?.page.getByRole('button', { name: 'Save' }).click()

    await second?.page.getByText('Somebody changed this meanwhile.').waitFor()
    expect(await stage.sql(`select answer from knowledge where id = '${id}'`)).toEqual([{ answer: 'At five.' }])
  })

  test('an address of an answer of another company says that there is no such answer', async () => {
    const rival = await stage.found({ experts: 1 })
    const theirs = await know(rival, 'What is the code?', '4711')
    const { page } = await openAdmin(`/desk/admin/knowledge/${theirs}`)
    await page.getByText('There is no such answer.').waitFor()
    expect(await page.getByText('4711').count()).toBe(0)
  })

  test('an admin reads the precision of each category, and opens the settings that decide it', async () => {
    const { page, complaints } = await openAdmin('/desk/admin/answers')
    const table = page.getByRole('table', { name: 'Automatic answers by category' })
    await table.getByRole('row').filter({ hasText: 'General' }).getByText('90%').waitFor()
    await table.getByRole('link', { name: 'General' }).click()
    await page.getByRole('heading', { level: 1, name: 'General' }).waitFor()
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

  test('an answer that askers rejected is given again', async () => {
    const id = await know(company, 'Is the well deep?', 'No.', { suspended_reason: 'REJECTED', days: 1 })
    await stage.sql(
      `insert into automatic_answers (id, company_id, question, confidence, knowledge_id, quick_reply, decided_at)
        select gen_random_uuid(), '${company.companyId}', 'Deep?', 1, '${id}', 'REJECTED', now() from generate_series(1, 4)`,
    )
    const { page, complaints } = await openAdmin('/desk/admin/answers/rejected')
    await entry(page, 'Is the well deep?').getByText('4 of 4 askers rejected it').waitFor()
    await entry(page, 'Is the well deep?').getByRole('button', { name: 'Give again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Give again' }).click()

    await page.getByText('The answer is given again.').waitFor()
    await page.getByRole('link', { name: 'Is the well deep?' }).waitFor({ state: 'detached' })
    expect(await suspensionsOf(id)).toEqual([null])
    expect(complaints).toEqual([])
  })

  test('an old answer leaves the list when an admin says that it is still right', async () => {
    await know(company, 'How old is the oak?', 'Very.', { days: 200 })
    await know(company, 'How old is the elm?', 'Less.', { days: 100 })
    const { page, complaints } = await openAdmin('/desk/admin/answers/stale')
    await page.getByRole('link', { name: 'How old is the oak?' }).waitFor()
    expect(await page.getByRole('link', { name: 'How old is the elm?' }).count()).toBe(0)
    await page.getByRole('combobox').selectOption('90 days')
    await page.getByRole('link', { name: 'How old is the elm?' }).waitFor()
    await entry(page, 'How old is the oak?').getByRole('button', { name: 'Still right' }).click()
    await page.getByRole('link', { name: 'How old is the oak?' }).waitFor({ state: 'detached' })

    await page.reload()
    await page.getByText('No answer is that old.').waitFor()
    expect(complaints).toEqual([])
  })

  test('answers that contradict each other lead to each other; an admin keeps one and the others are suspended', async () => {
    const divided = await stage.found({ experts: 1 })
    const [six, ten] = [
      await know(divided, 'When does the gate open?', 'At six.'),
      await know(divided, 'When does the gate open', 'At ten.'),
    ]
    const { page, complaints } = await openAdmin('/desk/admin/answers/conflicts', divided)
    await page.getByRole('link', { name: 'When does the gate open?' }).click()
    const rivals = page.getByRole('region', { name: 'Contradictions' })
    await rivals.getByText('At ten.').waitFor()
    expect(await rivals.getByRole('listitem').count()).toBe(1)
    expect(await findAccessibilityFaults(page)).toEqual([])
    await rivals.getByRole('link', { name: 'When does the gate open' }).click()
    await rivals.getByText('At six.').waitFor()
    await rivals.getByRole('link', { name: 'Choose the one to keep' }).click()
    await entry(page, 'At ten.').getByRole('button', { name: 'Keep this one' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep this one' }).click()

    await page.getByText('No known answers contradict each other.').waitFor()
    expect(await suspensionsOf(six, ten)).toEqual(['BY_ADMIN', null])
    expect(complaints).toEqual([])
  })

  test('the pages are also in German', async () => {
    const { page } = await openAdmin('/desk/admin/answers', company, { locale: 'de-DE' })
    await page.getByRole('heading', { level: 1, name: 'Automatische Antworten' }).waitFor()
    await page.getByRole('link', { name: 'Widersprüche' }).click()
    await page.getByRole('heading', { level: 2, name: 'Widersprüche' }).waitFor()
    await page.getByRole('link', { name: 'Bekannte Antworten' }).click()
    await page.getByRole('heading', { level: 1, name: 'Bekannte Antworten' }).waitFor()
  })

  async function upload(page: Page, name: string, rows: string[]): Promise<void> {
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
    await page.getByLabel('File', { exact: true }).setInputFiles(file)
    await page.getByText(`Chosen: ${name}`).waitFor()
    await page.getByRole('button', { name: 'Upload' }).click()
  }
  const examples = (topics: string[]) => [
    'text,class',
    ...topics.flatMap((topic) => Array.from({ length: 30 }, (_, n) => `Question ${n} about my ${topic},${topic}`)),
  ]

  test('an admin pins, unpins, rolls back and removes versions, and reads how reliable one is', async () => {
    const school = await stage.found({ experts: 1 })
    const { page, complaints } = await openAdmin('/desk/admin/training', school)
    const version = (n: number) => page.getByRole('listitem').filter({ hasText: `Version ${n}` })
    const act = async (name: string, n: number) => {
      await page.getByRole('button', { name: `${name}: Version ${n}`, exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await upload(page, 'first.csv', examples(['pin', 'card', 'loan']))
    await version(1).getByText('running', { exact: true }).waitFor({ timeout: 120_000 })
    await act('Pin', 1)
    await version(1).getByText('pinned', { exact: true }).waitFor()
    await upload(page, 'second.csv', examples(['transfer']))
    await version(2).getByText('Another version is pinned').waitFor({ timeout: 120_000 })

    await act('Pin', 2)
    await version(2).getByText('running', { exact: true }).waitFor()
    await act('Roll back', 2)
    await version(1).getByText('running', { exact: true }).waitFor()
    await act('Unpin', 1)
    await version(1).getByText('pinned', { exact: true }).waitFor({ state: 'detached' })
    await act('Remove', 2)
    await version(2).waitFor({ state: 'detached' })
    expect(await stage.sql(`select version from models where company_id = '${school.companyId}'`)).toEqual([
      { version: 1 },
    ])

    await page.getByRole('link', { name: 'Version 1' }).click()
    const table = page.getByRole('table', { name: 'Reliability as a table' })
    await table.getByRole('row').nth(1).waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('of a file that is refused as a whole, the admin reads what to change', async () => {
    const { page } = await openAdmin('/desk/admin/training')
    await upload(page, 'wrong.csv', ['utterance,kind', 'Where is my card?,card'])
    await page
      .getByRole('alert')
      .getByText(/text, class|`text`/)
      .waitFor()
  })

  test('a page that cannot be loaded says so and is loaded by another try', async () => {
    const { page } = await openAdmin('/desk/admin/knowledge')
    await page.getByRole('heading', { level: 1, name: 'Known answers' }).waitFor()
    await page.route('**/v1/admin/answers/precision', (route) => route.abort())
    await page.getByRole('link', { name: 'Automatic answers' }).click()
    await page.getByText('This could not be loaded.').waitFor({ timeout: 60_000 })
    await page.unroute('**/v1/admin/answers/precision')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table', { name: 'Automatic answers by category' }).waitFor()
  })

  test.each([
    '/knowledge',
    '/answers',
    '/answers/unanswered',
    '/answers/rejected',
    '/answers/stale',
    '/answers/conflicts',
    '/training',
  ])('nothing is wrong with the looks of /desk/admin%s', async (path) => {
    await know(company, `Is ${path} old?`, 'A **little**.', { days: 400 })
    expect(await findFaultsOfLooks(await showAdmin(`/desk/admin${path}`))).toEqual([])
  })

  test('nothing is wrong with the looks of a known answer', async () => {
    const id = await know(company, 'Is it dark?', 'A **little**.', { suspended_reason: 'REJECTED' })
    expect(await findFaultsOfLooks(await showAdmin(`/desk/admin/knowledge/${id}`))).toEqual([])
  })
})
