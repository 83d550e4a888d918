import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Role } from '@askline/contracts'
import type { Page } from 'playwright-core'
import { openBrowser } from '../clients/browser.ts'
import { fetchToken, openCaller } from '../clients/caller.ts'
import { serveForeignPages } from '../clients/foreign-page.ts'
import { openVisitor } from '../clients/visitor.ts'
import { raiseDemo } from '../stage/demo.ts'
import { hostPage } from './host-page.ts'

/** `npm run pictures`: takes the pictures of the README from a demo company on a stage of its own. */

const folder = fileURLToPath(new URL('../../../../services/desk/pictures', import.meta.url))
const size = { width: 1200, height: 760 }

const { stage, file: demo, find } = await raiseDemo()
try {
  await takePictures()
} finally {
  await stage.stop()
}

async function takePictures(): Promise<void> {
  const [apiUrl = ''] = stage.apiUrls

  type PersonRow = { companyId: string; userId: string; role: Role; tag: string }
  const person = async (email: string): Promise<PersonRow> => {
    const [row] = await stage.sql<PersonRow>(
      `select u.company_id as "companyId", u.id as "userId", u.role, c.tag from users u join companies c on c.id = u.company_id
        where u.email = $1 and u.company_id = (select company_id from users where id = $2)`,
      [email, demo.admin.uuid],
    )
    if (!row) throw new Error(`The demo has no ${email}`)
    return row
  }
  const holderOf = async (uuid: string): Promise<string> => {
    const [row] = await stage.sql<{ email: string }>(
      'select u.email from questions q join users u on u.id = q.holder_id where q.id = $1',
      [uuid],
    )
    return row?.email ?? ''
  }

  const browser = await openBrowser()
  const visit = async (email: string, path: string, ready: string) => {
    const { page } = await openVisitor(browser, stage, await person(email), path, {
      viewport: size,
      colorScheme: 'light',
    })
    await page.getByText(ready).first().waitFor()
    return page
  }

  const automatic = find('automatic answer, waits for the asker')
  await save('asker', await visit(automatic.userEmail, `/ask/q/${automatic.uuid}`, 'Yes, that helps'))

  const { uuid } = find('in conversation')
  const expert = await visit(await holderOf(uuid), `/desk/claimed/${uuid}`, 'Then you earn one mile')
  await expert.getByRole('textbox', { name: 'Write a message' }).fill('They show up on the first day of each month.')
  await save('expert', expert)

  await save('live', await visit(demo.admin.email, '/desk/admin', 'Experts'))

  const { tag } = await person(demo.admin.email)
  const host = await serveForeignPages({ '/': { html: hostPage(`${apiUrl}/widget/${tag}/v1.js`) } })
  const admin = openCaller(stage.apiUrls, await fetchToken(apiUrl, demo.admin))
  const widget = { widgetOrigins: [host.origin], widgetTitle: 'Ask Demo Bank', widgetColor: '#13603f' }
  await admin.put('/admin/company', { settings: widget })
  const app = openCaller(stage.apiUrls, demo.integration.accessToken)
  const page = await browser.newPage({ viewport: size, colorScheme: 'light' })
  await page.exposeFunction('obtainCode', async () => {
    const { data } = await app.post<{ code: string }>('/users/signIn', { userEmail: automatic.userEmail })
    return data.code
  })
  await page.goto(host.origin)
  await page.getByRole('button', { name: 'Ask Demo Bank' }).click()
  const panel = page.frameLocator('askline-widget iframe')
  await panel.getByText('How do I activate my card?').first().click()
  await panel.getByText('Yes, that helps').waitFor()
  await save('widget', page)
  await browser.close()
  await host.close()
}

/** Writes the page as it is now as WebP, which the browser itself can make. */
async function save(name: string, page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  mkdirSync(folder, { recursive: true })
  const bytes = Buffer.from(data, 'base64')
  writeFileSync(join(folder, `${name}.webp`), bytes)
  console.log(`  services/desk/pictures/${name}.webp, ${Math.round(bytes.length / 1024)} kB`)
}
