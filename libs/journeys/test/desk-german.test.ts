import type { Role } from '@askline/contracts'
import { findEnglish } from '@askline/testing/find-english'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { browserPath, openBrowser, openVisitor, raiseDemo } from '../src/index.ts'

describe.skipIf(browserPath === undefined)('on pages in German', async () => {
  if (browserPath === undefined) return
  const { stage, file: demo, companyId, find, one } = await raiseDemo()
  const browser = await openBrowser()
  afterAll(async () => {
    await browser.close()
    await stage.stop()
  })
  const { uuid: agentUuid = '' } = demo.agents[0] ?? {}

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

  test('experts and agents read no English about questions but what people wrote', async () => {
    const { uuid } = find('in conversation')
    const expert = { userId: await personOf('holder_id', 'in conversation'), role: 'expert' } as const
    expect(await findEnglishOf(expert, ['/desk/claimed', '/desk/answered', `/desk/claimed/${uuid}`])).toEqual([])
    const offer = await one<{ expert: string; uuid: string }>(
      `select expert_id as expert, question_id as uuid from offers where status = 'pending' and company_id = $1 limit 1`,
      [companyId],
    )
    const offered = { userId: offer.expert, role: 'expert' } as const
    expect(await findEnglishOf(offered, ['/desk/offers', `/desk/offers/${offer.uuid}`])).toEqual([])
    const states = ['rerouted to the agents', 'rerouted, answered by an agent', 'flagged as an emergency']
    const paths = states.map((state) => `/desk/queue/${find(state).uuid}`)
    const agent = { userId: agentUuid, role: 'agent' } as const
    expect(await findEnglishOf(agent, ['/desk/queue', '/desk/me', ...paths])).toEqual([])
  })

  const states = [
    'offered to experts',
    'in conversation',
    'marked as resolved, waits for the asker',
    'resolved, rated, with a testimonial',
    'automatic answer, waits for the asker',
    'automatic answer accepted',
    'rerouted, answered by an agent',
    'expired',
  ]
  test('askers read none about a question in any of its states', async () => {
    const found: Record<string, string[]> = {}
    for (const state of states) {
      const asker = { userId: await personOf('asker_id', state), role: 'user' } as const
      found[state] = await findEnglishOf(asker, ['/ask', `/ask/q/${find(state).uuid}`])
    }
    expect(Object.values(found).flat()).toEqual([])
  })
})
