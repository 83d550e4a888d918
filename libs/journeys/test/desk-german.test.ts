import { readFileSync } from 'node:fs'
import type { Role } from '@askline/contracts'
import { findEnglish } from '@askline/testing/find-english'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { browserPath, openBrowser, openVisitor, raiseDemo } from '../src/index.ts'

const codes = Object.keys(
  JSON.parse(
    readFileSync(new URL('../../../services/desk/messages/admin/codes/de.json', import.meta.url), 'utf8'),
  ) as object,
)
/** The codes of a group, for example `row`. */
const codesOf = (group: string) =>
  codes.filter((code) => code.startsWith(`${group}.`)).map((code) => code.slice(group.length + 1))

describe.skipIf(browserPath === undefined)('on pages in German', async () => {
  if (browserPath === undefined) return
  const { stage, file: demo, companyId, find, one } = await raiseDemo()
  const browser = await openBrowser()
  afterAll(async () => {
    await browser.close()
    await stage.stop()
  })
  const { uuid: agentUuid = '' } = demo.agents[0] ?? {}
  await addRowsOfAllCodes()

  /** Adds dead letters, files and receipts with every code that there is, so that their pages say all that they can. */
  async function addRowsOfAllCodes(): Promise<void> {
    const reasons = ['stalled', 'malformed_payload', 'unknown_job', 'postgres_57014', 'ETIMEDOUT']
    for (const [at, name] of codesOf('deadLetter.task').entries())
      await stage.sql(
        `insert into dead_letters (id, company_id, kind, name, payload, reason, attempts)
          values (gen_random_uuid(), $1, $2, $3, $4, $5, 5)`,
        [
          companyId,
          ['job', 'outbox', 'deadline'][at % 3],
          name,
          at % 2 === 0 ? '{}' : null,
          reasons[at % reasons.length],
        ],
      )
    for (const code of codesOf('file'))
      await stage.sql(
        `insert into files (id, company_id, type, name, sha256, size_bytes, status, progress, fault_code, fault_line, uploader_kind, uploader_id)
          values (gen_random_uuid(), $1, 'QA', 'antworten.csv', $2, 1, 'REFUSED', 1, $2, 2, 'admin', $3)`,
        [companyId, code, agentUuid],
      )
    const refused = codesOf('row').map((reason, line) => ({ line, field: 'text', reason }))
    const notes = Object.fromEntries(codesOf('note').map((code, at) => [code, at + 1]))
    await stage.sql(
      `insert into files (id, company_id, type, name, sha256, size_bytes, status, progress, rows_read, rows_accepted, rows_refused, refused,
          notes, held_out_accuracy, uploader_kind, uploader_id)
        values (gen_random_uuid(), $1, 'UTTERANCES', 'beispiele.csv', 'x', 1, 'READY', 1, 900, 800, 100, $2, $3, 0.9, 'admin', $4)`,
      [companyId, JSON.stringify(refused), JSON.stringify(notes), agentUuid],
    )
    const stores = { questions: 3, messages: 1, responses: 2, text_requests: 4 }
    await stage.sql(
      `insert into forget_requests (id, company_id, email_hash, erased, finished_at)
        select gen_random_uuid(), $1, 'x', $2::jsonb, end_ from unnest(array[null, now()]) end_`,
      [companyId, JSON.stringify(stores)],
    )
    await stage.sql(
      `insert into knowledge (id, company_id, question, answer, suspended_at, suspended_reason, updated_at)
        select gen_random_uuid(), $1, 'Wann kommt die Karte?', 'Am ' || n || '. Tag.', case when reason <> '' then now() end, nullif(reason, ''),
          now() - interval '3 years'
        from unnest(array['', '', 'CONTESTED', 'REJECTED', 'FORGOTTEN', 'BY_ADMIN', 'EDITED']) with ordinality as r (reason, n)`,
      [companyId],
    )
    await stage.sql(
      `insert into automatic_answers (id, company_id, question, confidence, knowledge_id, quick_reply, decided_at)
        select gen_random_uuid(), company_id, 'Karte?', 1, id, 'REJECTED', now() from knowledge, generate_series(1, 5)
        where company_id = $1 and suspended_reason = 'REJECTED'`,
      [companyId],
    )
    await stage.sql(
      `insert into audit_log (company_id, action, outcome, reason, actor_kind)
        values ($1, 'sign_in', 'failure', 'wrong_password', 'nobody'), ($1, 'sign_in', 'success', null, 'agent')`,
      [companyId],
    )
  }

  async function loaded(page: Page, path: string): Promise<Page> {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page
      .getByRole('status', { name: /Wird geladen|Loading/, includeHidden: true })
      .first()
      .waitFor({ state: 'detached' })
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    return page
  }

  /** Opens each page as a person. Returns the English on them, and errors of their scripts. */
  async function findEnglishOf(person: { userId: string; role: Role }, paths: string[]): Promise<string[]> {
    const visitor = await openVisitor(browser, stage, { companyId, ...person }, 'about:blank', { locale: 'de-DE' })
    onTestFinished(() => visitor.close())
    const found: string[] = []
    for (const path of paths) {
      const sentences = await findEnglish(await loaded(visitor.page, path))
      found.push(...sentences.map((sentence) => `${path}: ${sentence}`))
    }
    return [...found, ...visitor.complaints]
  }

  const personOf = async (column: 'asker_id' | 'holder_id', state: string) =>
    (await one<{ id: string }>(`select ${column} as id from questions where id = $1`, [find(state).uuid])).id

  test('an expert reads no English sentence but those that people wrote', async () => {
    const { uuid } = find('in conversation')
    const expert = { userId: await personOf('holder_id', 'in conversation'), role: 'expert' } as const
    const lists = ['/desk/offers', '/desk/claimed', '/desk/answered', '/desk/replies', '/desk/me']
    expect(await findEnglishOf(expert, [...lists, `/desk/claimed/${uuid}`])).toEqual([])
    const offer = await one<{ expert: string; uuid: string }>(
      `select expert_id as expert, question_id as uuid from offers where status = 'pending' and company_id = $1 limit 1`,
      [companyId],
    )
    expect(await findEnglishOf({ userId: offer.expert, role: 'expert' }, [`/desk/offers/${offer.uuid}`])).toEqual([])
  })

  test('each list of an expert has the name of its place in the rail', async () => {
    const person = { companyId, userId: demo.experts[0]?.uuid ?? '', role: 'expert' } as const
    const visitor = await openVisitor(browser, stage, person, '/desk/offers', { locale: 'de-DE' })
    onTestFinished(() => visitor.close())
    const { page } = visitor
    for (const place of ['Angebote', 'Übernommen', 'Beantwortet']) {
      await page.getByRole('navigation').getByRole('link', { name: place }).click()
      await page.getByRole('heading', { level: 1, name: place }).waitFor()
    }
  })

  test('an agent reads none', async () => {
    const questions = ['rerouted to the agents', 'rerouted, answered by an agent', 'flagged as an emergency']
    const paths = questions.map((state) => `/desk/queue/${find(state).uuid}`)
    const agent = { userId: agentUuid, role: 'agent' } as const
    expect(await findEnglishOf(agent, ['/desk/queue', '/desk/me', '/desk/replies', ...paths])).toEqual([])
  })

  test.each([
    'offered to experts',
    'in conversation',
    'marked as resolved, waits for the asker',
    'resolved, rated, with a testimonial',
    'automatic answer, waits for the asker',
    'automatic answer accepted',
    'rerouted, answered by an agent',
    'expired',
  ])('an asker reads none about a question that is %s', async (state) => {
    const asker = { userId: await personOf('asker_id', state), role: 'user' } as const
    expect(await findEnglishOf(asker, ['/ask', `/ask/q/${find(state).uuid}`])).toEqual([])
  })

  /** One row of a table for each combination of values in `columns`. */
  const idsOf = async (table: string, columns = 'company_id') => {
    const rows = await stage.sql<{ id: string }>(
      `select distinct on (${columns}) id from ${table} where company_id = $1 order by ${columns}, id`,
      [companyId],
    )
    return rows.map(({ id }) => id)
  }
  const adminPages: Record<string, string[]> = {
    operations: [
      ...['', '/start', '/questions', '/dead-letters', '/dead-letters?settled=yes'],
      ...(await idsOf('questions', 'status, turn, reroute_type')).map((id) => `/questions/${id}`),
    ],
    service: [
      ...['/experts', '/categories'],
      `/experts/${demo.experts[0]?.uuid}`,
      ...(await idsOf('categories')).map((id) => `/categories/${id}`),
    ],
    learning: [
      ...['/knowledge', '/answers', '/answers/unanswered', '/answers/rejected', '/answers/stale', '/answers/conflicts'],
      ...(await idsOf('knowledge', 'suspended_reason')).map((id) => `/knowledge/${id}`),
      '/training',
      ...(await idsOf('models')).map((id) => `/training/${id}`),
    ],
    company: [
      ...['/integrations', '/widget', '/staff', '/company', '/audit', '/audit?outcome=failure', '/privacy', '/clock'],
      ...(await idsOf('integrations')).map((id) => `/integrations/${id}`),
      ...[agentUuid, demo.admin.uuid].map((id) => `/staff/${id}`),
    ],
  }

  test.each(Object.entries(adminPages))('an admin reads none on the pages of %s', async (_, paths) => {
    const admin = { userId: demo.admin.uuid, role: 'admin' } as const
    const all = paths.map((path) => `/desk/admin${path}`)
    expect(await findEnglishOf(admin, all)).toEqual([])
  })

  test("the sandbox's admin reads none about its clock", async () => {
    const { uuid } = demo.sandbox.admin
    const sandbox = await one<{ companyId: string }>('select company_id as "companyId" from users where id = $1', [
      uuid,
    ])
    const person = { ...sandbox, userId: uuid, role: 'admin' } as const
    expect(await findEnglishOf(person, ['/desk/admin/clock'])).toEqual([])
  })

  test('the check finds English where the browser wishes it', async () => {
    const admin = { companyId, userId: demo.admin.uuid, role: 'admin' } as const
    const { page, close } = await openVisitor(browser, stage, admin, 'about:blank', { locale: 'en-GB' })
    onTestFinished(close)
    expect(await findEnglish(await loaded(page, '/desk/me'))).not.toEqual([])
  })
})
