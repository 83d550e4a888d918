import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { openClient } from '@askline/client'
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { browserPath, raisePages } from '../src/index.ts'

const patient = { timeout: 20_000, interval: 50 }

type Received = { headers: Record<string, unknown>; body: { type: string; data: { questionUuid?: string } } }

/** Opens a receiver on loopback that answers 204. */
async function openReceiver() {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: JSON.parse(await text(request)) })
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}/askline`, received }
}

describe.skipIf(browserPath === undefined)('webhooks on the pages of an admin', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages()
  const { stage, company, openAdmin } = pages
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  test('an admin adds a webhook, tests it, and reads what was delivered', async () => {
    const { url, received } = await openReceiver()
    const { page, complaints } = await openAdmin('/desk/admin/webhooks')
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Help desk')
    await page.getByRole('textbox', { name: 'Address' }).fill(url)
    await page.getByRole('dialog').getByRole('button', { name: 'Add a webhook' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await page.getByRole('button', { name: 'I have stored it' }).click()

    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('The receiver accepted the test').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    expect(received.map(({ body }) => body.type)).toEqual(['WEBHOOK_TEST'])

    const credentials = { ...company.integration, userEmail: 'ida@example.com' }
    const shop = openClient({ url: stage.apiUrls[0] ?? '', credentials })
    onTestFinished(() => shop.close())
    const { uuid } = await shop.questions.ask({ text: 'Which card works in Iceland?' })
    await vi.waitFor(() => expect(received.map(({ body }) => body.data.questionUuid)).toContain(uuid), patient)
    expect(JSON.stringify(received)).not.toContain('Iceland')

    await page.getByText('The question was asked').waitFor()
    await page.getByText('Delivered').filter({ visible: true }).first().waitFor()
    expect(complaints).toEqual([])
  })
})
