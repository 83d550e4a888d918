import type { Role } from '@askline/contracts'
import { inSystem, openDatabase } from '@askline/db'
import { openSessionOf } from '@askline/domain/access/sessions'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { SharedStage } from '../stage/stage.ts'
import { recordComplaints } from './browser.ts'

/** A person in a browser of their own, signed in. */
export type Visitor = {
  page: Page
  /** See `recordComplaints`. */
  complaints: string[]
  close(): Promise<void>
}

export type VisitOptions = BrowserContextOptions & {
  /** Answers can be taken back for a while, as usual. Otherwise they are sent at once, because tests would wait. */
  hasUndo?: boolean
}

/** Before the page reads its preferences, and only if the person has set none. */
const sendAtOnce = `try {
  localStorage['askline-preferences'] ??= '{"undoSeconds":0}'
} catch { /* The frame has no storage. */ }`

/** Opens `path` in a fresh browser context with the session of a person. The caller closes it. */
export async function openVisitor(
  browser: Browser,
  stage: SharedStage,
  person: { companyId: string; userId: string; role: Role },
  path: string,
  { hasUndo = false, ...options }: VisitOptions = {},
): Promise<Visitor> {
  const origin = stage.apiUrls[0] ?? ''
  const db = openDatabase(stage.databaseUrl, { maxConnections: 1 })
  const wanted = { ...person, clientId: 'askline-desk', seconds: 3_600 }
  const secret = await inSystem(db, (tx) => openSessionOf(tx, wanted)).finally(() => db.close())
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 }, ...options })
  await context.addCookies([
    { name: 'askline-session', value: secret, url: origin, httpOnly: true, sameSite: 'Strict' },
  ])
  if (!hasUndo) await context.addInitScript(sendAtOnce)
  const page = await context.newPage()
  const complaints = recordComplaints(page)
  await page.goto(path)
  return { page, complaints, close: () => context.close() }
}
