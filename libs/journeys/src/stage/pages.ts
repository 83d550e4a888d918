import { fileURLToPath } from 'node:url'
import { inSystem, openDatabase } from '@askline/db'
import { createPerson } from '@askline/domain/companies/create-person'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../clients/browser.ts'
import { openVisitor, type VisitOptions, type Visitor } from '../clients/visitor.ts'
import type { Company, CompanyOptions } from './company.ts'
import { findSharedStage } from './prepared.ts'
import { joinStage, raiseStage, type SharedStage, type StageOptions } from './stage.ts'

/** The built pages. */
export const pagesDir = fileURLToPath(new URL('../../../../services/desk/dist', import.meta.url))

/** The whole system with its pages, a browser, and ways to let people of a company visit them. */
export type Pages = {
  readonly stage: SharedStage
  readonly company: Company
  /** Opens a page of a new asker. */
  openAsker(path?: string, company?: Company): Promise<Visitor & { email: string }>
  /** Opens a page of the company's expert number `at`. */
  openExpert(at: number, path?: string, company?: Company, options?: VisitOptions): Promise<Visitor>
  openAgent(path?: string, company?: Company): Promise<Visitor>
  openAdmin(path?: string, company?: Company, options?: VisitOptions): Promise<Visitor>
  /**
   * Shows a page in the one window of the company's admin that stays open until the end, as a link would. Its scripts are loaded
   * and its session begins once, which is half of the time that a look at a page takes.
   */
  showAdmin(path: string): Promise<Visitor>
  /** Closes every page that was opened since the last call, but not that window. */
  closeVisitors(): Promise<void>
  stop(): Promise<void>
}

/** The options of a stage that serves the pages. */
export const servesPages = {
  couriers: 1,
  env: { CORS_ORIGINS: '*', PAGES_DIR: pagesDir, OUTBOUND_ALLOWED: '127.0.0.0/8' },
} satisfies StageOptions

/**
 * Founds a company and opens the browser on a stage that serves the pages. The stage is the shared one of the run. Raises another
 * one if no stage is shared or `env` is given. The caller stops it.
 */
export async function raisePages(wishes: CompanyOptions = {}, env?: StageOptions['env']): Promise<Pages> {
  const shared = env ? undefined : findSharedStage()
  const stage = shared ? joinStage(shared) : await raiseStage({ ...servesPages, env: { ...servesPages.env, ...env } })
  const company = await stage.found({ experts: 2, ...wishes })
  const browser: Browser = await openBrowser()
  const visitors: Visitor[] = []
  let people = 0
  let window: Visitor | undefined

  async function visit(
    person: Parameters<typeof openVisitor>[2],
    path: string,
    options?: VisitOptions,
  ): Promise<Visitor> {
    const visitor = await openVisitor(browser, stage, person, path, options)
    visitors.push(visitor)
    return visitor
  }
  return {
    stage,
    company,
    async openAsker(path = '/ask', { companyId } = company) {
      const db = openDatabase(stage.databaseUrl, { maxConnections: 1 })
      const person = { companyId, name: 'Ada', email: `ada-${++people}@example.com`, role: 'user' } as const
      const { userId } = await inSystem(db, (tx) => createPerson(tx, person)).finally(() => db.close())
      return { ...(await visit({ companyId, userId, role: 'user' }, path)), email: person.email }
    },
    openExpert: (at, path = '/desk', { companyId, experts } = company, options) =>
      visit({ companyId, userId: experts[at]?.userId ?? '', role: 'expert' }, path, options),
    openAgent: (path = '/desk', { companyId, dora } = company) =>
      visit({ companyId, userId: dora.userId, role: 'agent' }, path),
    openAdmin: (path = '/desk/admin', { companyId, edda } = company, options) =>
      visit({ companyId, userId: edda.userId, role: 'admin' }, path, options),
    async showAdmin(path) {
      if (window) {
        window.complaints.length = 0
        await window.page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
      } else {
        const { companyId, edda } = company
        window = await openVisitor(browser, stage, { companyId, userId: edda.userId, role: 'admin' }, path)
      }
      return window
    },
    async closeVisitors() {
      await Promise.all(visitors.splice(0).map((visitor) => visitor.close()))
    },
    async stop() {
      await browser.close()
      await stage.stop()
    },
  }
}

/** Returns the uuid of the question that a visitor has opened, or an empty text on another page. */
export const openedQuestion = ({ page }: Pick<Visitor, 'page'>): string =>
  /\/([0-9a-f-]{36})$/.exec(new URL(page.url()).pathname)?.[1] ?? ''

/** Asks a question on the asker's page and waits for its conversation. */
export async function askOnPage({ page }: Visitor, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your question' }).fill(text)
  await page.getByRole('button', { name: 'Ask' }).click()
  await page.waitForURL(/\/ask\/q\//)
}
