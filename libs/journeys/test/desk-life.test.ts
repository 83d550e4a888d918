import { inSystem, openDatabase } from '@askline/db'
import { addKnowledge } from '@askline/domain/knowledge/add-knowledge'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import {
  askOnPage,
  browserPath,
  type Client,
  type Company,
  fetchToken,
  openCaller,
  openedQuestion,
  raisePages,
} from '../src/index.ts'

const patient = { timeout: 20_000, interval: 50 }

describe.skipIf(browserPath === undefined)('the life of a question on the pages', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages()
  const { stage, openAsker, openExpert } = pages
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  const callerOf = async (client: Client) => openCaller(stage.apiUrls, await fetchToken(stage.apiUrls[0] ?? '', client))

  /** A question of a new asker that expert number 0 claimed and answered on their page. */
  async function answered(company: Company, text: string) {
    const [asker, expert] = await Promise.all([openAsker('/ask', company), openExpert(0, '/desk', company)])
    await askOnPage(asker, text)
    await expert.page.getByText(text).first().waitFor()
    await expert.page.keyboard.press('Enter')
    await expert.page.getByRole('textbox', { name: /Write an answer/ }).fill('In the app.')
    await expert.page.keyboard.press('Control+Enter')
    await asker.page.getByText('In the app.').waitFor()
    return { asker, expert }
  }

  test('an automatic answer that the asker accepts resolves the question', async () => {
    const company = await stage.found({ experts: 1 })
    const db = openDatabase(stage.databaseUrl, { maxConnections: 1 })
    const known = { question: 'Where is my PIN?', answer: 'It comes by post.', class: 'pin' }
    await inSystem(db, (tx) => addKnowledge(tx, { companyId: company.companyId, answers: [known] })).finally(() =>
      db.close(),
    )
    const asker = await openAsker('/ask', company)
    const shop = await callerOf(company.integration)
    const { data } = await shop.post<{ uuid: string }>('/questions', {
      userEmail: asker.email,
      text: 'When does my PIN arrive?',
      predictedClass: 'pin',
    })
    await asker.page.goto(`/ask/q/${data.uuid}`)

    await asker.page.getByText('It comes by post.').waitFor()
    await asker.page.locator('main header').getByText('Waiting for your reply').waitFor()
    await asker.page.getByRole('button', { name: 'Yes, that helps' }).click()

    await asker.page.getByText('The automatic answer helped.').waitFor()
    await asker.page.getByText('Resolved').first().waitFor()
    expect(asker.complaints).toEqual([])
  })

  test('an asker contests the resolution, and the expert reads it', async () => {
    const company = await stage.found({ experts: 1 })
    const { asker, expert } = await answered(company, 'Why is my card refused?')
    await expert.page.getByRole('button', { name: 'Mark resolved' }).click()
    await asker.page.getByRole('button', { name: 'No, I still need help' }).click()

    await expert.page.getByText('The question is not resolved yet.').waitFor()
    expect([...asker.complaints, ...expert.complaints]).toEqual([])
  })

  test('a lease that lapses offers the question to the other expert, and its holder loses it but not the unsent text', async () => {
    const company = await stage.found({ experts: 2 })
    const [asker, bruno] = await Promise.all([openAsker('/ask', company), openExpert(0, '/desk', company)])
    await askOnPage(asker, 'Which cards work abroad?')
    await bruno.page.getByText('Which cards work abroad?').first().waitFor()
    await bruno.page.keyboard.press('Enter')
    await bruno.page.getByRole('button', { name: 'Give back' }).waitFor()
    await bruno.page.getByRole('textbox', { name: /Write an answer/ }).fill('Those of Visa.')
    // A sign of composing that came later would renew the lease.
    const drafts = () => stage.sql('select 1 from drafts where company_id = $1', [company.companyId])
    await vi.waitFor(async () => expect(await drafts()).toHaveLength(1), patient)

    await stage.sql(
      `update questions set lease_due_at = clock_timestamp() - interval '1 second' where id = '${openedQuestion(asker)}'`,
    )

    const carla = await openExpert(1, '/desk', company)
    await carla.page.getByText('Which cards work abroad?').first().waitFor()
    await bruno.page.getByRole('button', { name: 'Give back' }).waitFor({ state: 'detached' })
    // The last wave may offer it to the former holder again before their page asks for it.
    const lost = bruno.page.getByText('This question is no longer yours to see.')
    await lost
      .or(bruno.page.getByRole('button', { name: 'Claim' }))
      .first()
      .waitFor()
    if (await lost.isVisible()) await bruno.page.getByText('Those of Visa.').waitFor()
  })

  test('the clock of a sandbox resolves an answered question whose asker is silent, and both read it', async () => {
    const company = await stage.found({ experts: 1, isSandbox: true })
    const { asker, expert } = await answered(company, 'How do I close my account?')
    const edda = await callerOf(company.edda)

    await edda.post('/admin/clock', { advance: 'P8D' })

    await asker.page.getByText('The question is resolved.').waitFor()
    await expert.page.getByText('Resolved').first().waitFor()
  })

  test('of a forgotten person the expert reads no word', async () => {
    const company = await stage.found({ experts: 1 })
    const { asker, expert } = await answered(company, 'My name is Lovelace, where is my card?')
    await expert.page.getByText('Lovelace').first().waitFor()
    const edda = await callerOf(company.edda)

    await edda.post('/users/forget', { userEmail: asker.email })

    await vi.waitFor(async () => expect(await expert.page.getByText('Lovelace').count()).toBe(0), patient)
    await expert.page.getByText('In the app.').first().waitFor()
    const german = await openExpert(0, new URL(expert.page.url()).pathname, company, { locale: 'de-DE' })
    await german.page.getByRole('heading', { name: '[gelöscht]' }).waitFor()
    await german.page.getByRole('article').filter({ hasText: 'Gelöschte Person' }).getByText('[gelöscht]').waitFor()
    expect(await german.page.getByText(/deleted/i).count()).toBe(0)
    await asker.page.reload()
    await asker.page.waitForURL(/\/v1\/oauth\/auth/)
  })
})
