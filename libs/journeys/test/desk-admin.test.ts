import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  browserPath,
  findAccessibilityFaults,
  openBrowser,
  openVisitor,
  raiseStage,
  type Visitor,
} from '../src/index.ts'

const pagesDir = fileURLToPath(new URL('../../../services/desk/dist', import.meta.url))

describe.skipIf(browserPath === undefined)('the pages of the administration', async () => {
  if (browserPath === undefined) return
  const stage = await raiseStage({ env: { CORS_ORIGINS: '*', PAGES_DIR: pagesDir } })
  const house = await stage.found({ experts: 2 })
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await stage.stop()
  })

  async function openAdmin(path: string, width = 1280): Promise<Visitor> {
    const admin = { companyId: house.companyId, userId: house.edda.userId, role: 'admin' } as const
    const visitor = await openVisitor(browser, stage, admin, path, { viewport: { width, height: 800 } })
    onTestFinished(() => visitor.close())
    return visitor
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

    const [company] = await stage.sql<{ bytes: number }>(
      `select (settings #>> '{training,bytesPerDay}')::int as bytes from companies where id = '${house.companyId}'`,
    )
    expect(company?.bytes).toBe(70 * 1024 * 1024)
  })

  test('a filter stands in the address, and the address opens the filtered list', async () => {
    const { page } = await openAdmin('/desk/admin/audit')
    await page.getByRole('combobox', { name: 'Act' }).selectOption('Category changed')
    await page.getByText('Nothing matches the filters.').waitFor()
    expect(new URL(page.url()).searchParams.get('action')).toBe('category_updated')

    await page.reload()
    await page.getByText('Nothing matches the filters.').waitFor()
  })

  describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
    test.each(['', '/dead-letters', '/training', '/audit'])(
      'axe finds nothing wrong at /desk/admin%s',
      async (path) => {
        const { page, complaints } = await openAdmin(`/desk/admin${path}`)
        await page.emulateMedia({ colorScheme })
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          await page.getByRole('heading', { level: 1 }).waitFor()
          expect(await findAccessibilityFaults(page)).toEqual([])
          expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
        }
        expect(complaints).toEqual([])
      },
    )
  })
})
