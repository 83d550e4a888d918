import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openWorld } from './world.ts'

const folder = mkdtempSync(join(tmpdir(), 'askline-pages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
for (const page of ['desk', 'ask']) {
  mkdirSync(join(folder, page, page), { recursive: true })
  writeFileSync(join(folder, page, `${page}.html`), `<!doctype html><title>${page}</title>`)
  writeFileSync(join(folder, page, page, 'main-abc123.js'), 'console.log(1)')
  writeFileSync(join(folder, page, page, 'main-abc123.js.br'), 'compressed')
}
const w = await openWorld({ PAGES_DIR: folder, SOCKET_URL: 'https://socket.example' })
const get = (url: string, headers: Record<string, string> = {}) => w.inject({ method: 'GET', url, headers })

test.each(['/desk', '/desk/offers/1', '/desk/callback?code=x', '/ask', '/ask/q/1'])(
  '%s answers the page, never cached, with a policy that allows no inline script and no frame',
  async (url) => {
    const answer = await get(url)

    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-cache')
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain(`script-src 'self';`)
    expect(policy).toContain(`style-src 'self';`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(policy).toContain(`require-trusted-types-for 'script'`)
    expect(policy).toContain(`connect-src 'self' wss://socket.example`)
    expect(policy).not.toContain('unsafe')
  },
)

test('files with hashed names are compressed and cached for a year', async () => {
  const answer = await get('/assets/desk/main-abc123.js', { 'accept-encoding': 'br' })

  expect(answer).toMatchObject({ statusCode: 200, body: 'compressed' })
  expect(answer.headers['content-encoding']).toBe('br')
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('no file outside of the built pages is served', async () => {
  for (const url of ['/assets/../package.json', '/assets/%2e%2e/package.json', '/assets/desk/none.js']) {
    expect((await get(url)).statusCode, url).toBe(404)
  }
})
