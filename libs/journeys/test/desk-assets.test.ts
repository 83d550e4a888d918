import { createServer } from 'node:http'
import { findFreePort } from '@askline/testing/servers'
import { afterAll, describe, expect, test } from 'vitest'
import { askOnPage, browserPath, raisePages, type Visitor } from '../src/index.ts'

describe.skipIf(browserPath === undefined)('pages whose files come from a CDN', async () => {
  if (browserPath === undefined) return
  const port = await findFreePort()
  const pages = await raisePages({ experts: 1 }, { ASSETS_URL: `http://127.0.0.1:${port}` })
  const [api = ''] = pages.stage.apiUrls
  const fetched: string[] = []
  const cdn = createServer((request, response) => {
    fetched.push(request.url ?? '')
    void fetch(`${api}${request.url}`).then(async (answer) => {
      const names = ['content-type', 'access-control-allow-origin', 'cross-origin-resource-policy']
      const headers = names.map((name) => [name, answer.headers.get(name) ?? ''])
      response.writeHead(answer.status, Object.fromEntries(headers)).end(Buffer.from(await answer.arrayBuffer()))
    })
  })
  await new Promise<void>((resolve) => cdn.listen(port, '127.0.0.1', resolve))
  afterAll(async () => {
    cdn.close()
    cdn.closeAllConnections()
    await pages.stop()
  })

  test('work as others do, and load no script from the API', async () => {
    const scriptsOfApi: string[] = []
    /** Loads the page again and notes which of its files come from the API. */
    const loadWatched = async ({ page }: Visitor) => {
      page.on('request', (request) => {
        const url = new URL(request.url())
        if (url.pathname.startsWith('/assets/') && url.port !== String(port)) scriptsOfApi.push(url.href)
      })
      await page.reload()
    }
    const asker = await pages.openAsker('/ask')
    await loadWatched(asker)
    await askOnPage(asker, 'How long does a transfer take?')
    const expert = await pages.openExpert(0, '/desk/offers')
    await loadWatched(expert)
    await expert.page.getByText('How long does a transfer take?').first().waitFor()
    const admin = await pages.openAdmin('/desk/admin/experts')
    await loadWatched(admin)
    await admin.page.getByRole('heading', { level: 1 }).waitFor()

    expect(scriptsOfApi).toEqual([])
    expect(fetched.some((path) => path.startsWith('/assets/desk/'))).toBe(true)
    for (const { complaints } of [asker, expert, admin]) expect(complaints).toEqual([])
  })
})
