import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inSystem } from '@askline/db'
import { createCompany } from '@askline/domain/companies/create-company'
import Fastify from 'fastify'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { refuseOverload } from '../src/http/overload.ts'
import { buildRateLimits } from '../src/http/rate-limits.ts'
import { pageRoutes } from '../src/routes/pages.ts'
import { openEmptyWorld, openWorld } from './world.ts'

const folder = mkdtempSync(join(tmpdir(), 'askline-pages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
for (const page of ['desk', 'ask', 'account', 'docs']) {
  mkdirSync(join(folder, page, page), { recursive: true })
  writeFileSync(join(folder, page, `${page}.html`), `<!doctype html><title>${page}</title>`)
  writeFileSync(join(folder, page, page, 'main-abc123.js'), 'console.log(1)')
  writeFileSync(join(folder, page, page, 'main-abc123.js.br'), 'compressed')
}
writeFileSync(join(folder, 'docs', 'askline-client.tgz'), 'packed')
mkdirSync(join(folder, 'loader'))
writeFileSync(join(folder, 'loader', 'v1.js'), 'void asklineLooks')
writeFileSync(join(folder, 'ask', 'widget.html'), '<!doctype html><head><title>widget</title></head>')
const w = await openWorld({ PAGES_DIR: folder, SOCKET_URL: 'https://socket.example' })
const get = (url: string, headers: Record<string, string> = {}) => w.inject({ method: 'GET', url, headers })

test.each([
  '/desk',
  '/desk/offers/1',
  '/desk/callback?code=x',
  '/ask',
  '/ask/q/1',
  '/invitation',
  '/password',
  '/docs',
  '/docs/api/questions/askQuestion',
])('%s answers the page, never cached, with a policy that allows no inline script and no frame', async (url) => {
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
})

test('the packed client is served beside the documentation', async () => {
  const { statusCode, headers, body } = await get('/docs/askline-client.tgz')

  expect([statusCode, headers['content-type'], body]).toEqual([200, 'application/gzip', 'packed'])
})

test('pages and their files are served while the service is overloaded, so that they can say so', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  refuseOverload(app, 1, { eventLoop: { recentMs: () => 2 } })
  app.get('/v1/questions', async () => 'served')
  await app.register(
    pageRoutes(
      w.context,
      buildRateLimits(w.config.rates, () => undefined),
      folder,
    ),
  )

  const statusOf = async (url: string) => (await app.inject(url)).statusCode
  const paths = ['/desk/offers', '/ask', '/docs', '/assets/desk/main-abc123.js', '/v1/questions']
  expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 200, 200, 503])
})

describe('an address that does not exist', () => {
  const opened = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

  test('is answered with a page in the language of the browser that opens it', async () => {
    const english = await get('/dessk?from=mail', opened)
    const german = await get('/admin', { ...opened, 'accept-language': 'de-DE' })

    expect(english.statusCode).toBe(404)
    expect(english.headers['content-type']).toContain('text/html')
    expect(english.headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-`)
    expect(english.body).toContain('There is no such page')
    expect(english.body).toContain('<a href="/desk">')
    expect(german.body).toContain('Diese Seite gibt es nicht')
  })

  test.each([
    ['/v1/nowhere', opened],
    ['/nowhere', { accept: 'application/json' }],
    ['/nowhere', { accept: '*/*' }],
    ['/nowhere', { accept: 'application/json, text/html;q=0.5' }],
  ])('%s is answered with JSON to a client of the API: %o', async (url, headers) => {
    const answer = await get(url, headers)

    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'path_not_found'])
  })

  test('is answered with JSON if it is not opened but sent to', async () => {
    const answer = await w.inject({ method: 'POST', url: '/nowhere', headers: opened })

    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'path_not_found'])
  })

  test('is still refused with 405 if only the method is wrong', async () => {
    const answer = await w.inject({ method: 'POST', url: '/desk', headers: opened })

    expect(answer.statusCode).toBe(405)
  })
})

/** The address of the sign-in page, to which the desk leads a browser without a session. */
const signInUrl = ({ issuer }: { issuer: string }) =>
  `/v1/oauth/auth?${new URLSearchParams({
    response_type: 'code',
    client_id: 'askline-desk',
    redirect_uri: `${issuer}/desk/callback`,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })}`

test('the sign-in page leads to the page of the setup until a company exists, and then the other way round', async () => {
  const empty = await openEmptyWorld({ PAGES_DIR: folder })
  const open = (url: string) => empty.inject({ method: 'GET', url })
  const openBoth = async () => [await open('/setup'), await open(signInUrl(empty.config))] as const

  const [setup, early] = await openBoth()
  await inSystem(empty.db, (tx) => createCompany(tx, { tag: 'bank', name: 'Bank' }))
  const [late, signIn] = await openBoth()

  expect([setup.statusCode, setup.body]).toEqual([200, '<!doctype html><title>account</title>'])
  expect(setup.headers['content-security-policy']).toContain(`require-trusted-types-for 'script'`)
  expect([early.statusCode, early.headers.location, early.headers['cache-control']]).toEqual([
    302,
    '/setup',
    'no-store',
  ])
  expect([late.statusCode, late.headers.location, late.headers['cache-control']]).toEqual([302, '/desk', 'no-store'])
  expect(signIn.statusCode).toBe(200)
})

test('the page of the setup is counted against the limit of an address, because it reads the database', async () => {
  expect((await get('/setup')).headers).toHaveProperty('ratelimit-remaining')
})

test('the address of the service itself leads to the desk', async () => {
  expect((await get('/')).headers['location']).toBe('/desk')
})

test('the sign-in page leads to the page for forgotten passwords, in the language of the browser', async () => {
  const signIn = (language: string) => get(signInUrl(w.config), { 'accept-language': language })

  expect((await signIn('en')).body).toContain('<a href="/password">Forgot your password?</a>')
  expect((await signIn('de')).body).toContain('<a href="/password">Passwort vergessen?</a>')
})

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

test.each([
  '/assets',
  '/assets/',
  '/assets/none.js',
  '/assets/desk',
  '/assets/desk/',
  '/assets/desk/a/none.js',
  '/assets/desk.html',
])('a file that does not exist is 404: %s', async (url) => {
  for (const method of ['GET', 'HEAD'] as const) expect((await w.inject({ method, url })).statusCode, method).toBe(404)
})

describe('the widget', () => {
  const set = async (settings: object) => {
    const body = { settings }
    expect((await w.api('PUT', '/v1/admin/company', { token: w.tokens.edda, body })).status).toBe(200)
  }

  test('may be framed by the registered origins of its company only, and by none until one is registered', async () => {
    await set({})
    expect((await get('/widget/bank')).headers['content-security-policy']).toContain(`frame-ancestors 'none'`)

    await set({ widgetOrigins: ['https://shop.example', 'http://localhost:8080'] })
    const { headers } = await get('/widget/bank')
    expect(headers['content-security-policy']).toContain('frame-ancestors https://shop.example http://localhost:8080;')
    expect(headers).not.toHaveProperty('x-frame-options')
    expect((await get('/widget/rival')).headers['content-security-policy']).toContain(`frame-ancestors 'none'`)
  })

  test('is counted against the limit of an address, because it reads the database', async () => {
    for (const path of ['/widget/bank', '/widget/bank/v1.js']) {
      expect((await get(path)).headers, path).toHaveProperty('ratelimit-remaining')
    }
  })

  test.each(['/widget/nobody', '/widget/nobody/v1.js', '/widget/bank%00', '/widget/bank%00/v1.js'])(
    '%s, of no company, is 404',
    async (path) => {
      expect((await get(path)).statusCode).toBe(404)
    },
  )

  test('may be used by pages that demand Cross-Origin-Embedder-Policy', async () => {
    const panel = await get('/widget/bank')
    expect(panel.headers).toMatchObject({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect((await get('/widget/bank/v1.js')).headers['cross-origin-resource-policy']).toBe('cross-origin')
  })

  test('shows title and greeting as text, whatever they contain', async () => {
    const text = `"><script>alert('x')</script>&amp;`
    await set({ widgetOrigins: ['https://shop.example'], widgetTitle: text, widgetGreeting: text })

    const { body } = await get('/widget/bank')
    const [, content = ''] = /<meta name="askline-widget" content="([^"]*)" \/>/.exec(body) ?? []
    const decoded = content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
    expect(JSON.parse(decoded.replaceAll('&amp;', '&'))).toMatchObject({ title: text, greeting: text, language: 'en' })
    expect(body).not.toContain('<script>alert')
  })

  test('has a loader with the looks of its company, which any page may load', async () => {
    const widgetOrigins = ['https://shop.example']
    await set({
      language: 'de',
      widgetColor: '#13703f',
      widgetSide: 'START',
      widgetTitle: 'Ask the bank',
      widgetOrigins,
    })
    const { body, headers } = await get('/widget/bank/v1.js')

    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    const looks = {
      origin: w.config.issuer,
      tag: 'bank',
      color: '#13703f',
      side: 'START',
      title: 'Ask the bank',
      language: 'de',
      origins: widgetOrigins,
    }
    expect(body).toBe(`{const asklineLooks=${JSON.stringify(looks)};\nvoid asklineLooks}\n`)
  })

  test('does not exist for an unknown company', async () => {
    expect((await get('/widget/nobody')).statusCode).toBe(404)
    expect((await get('/widget/nobody/v1.js')).statusCode).toBe(404)
  })

  describe('notes where its frame was opened', () => {
    let shop = ''
    const openings = async () => (await w.db.system.query('select origin, day::text from widget_openings')).rows
    const today = { day: new Date().toISOString().slice(0, 10) }
    const open = async (referer?: string) => {
      const { body } = await get('/widget/bank', referer === undefined ? {} : { referer })
      return /isOpeningNoted&quot;:(true|false)/.exec(body)?.[1]
    }
    const report = (payload: object, tag = 'bank') =>
      w.inject({
        method: 'POST',
        url: `/widget/${tag}/opened`,
        payload,
        headers: { 'content-type': 'application/json' },
      })
    beforeEach(async () => {
      // Another one each time, because the process remembers them.
      shop = `https://${randomUUID()}.example`
      await set({ widgetOrigins: ['https://other.example', shop] })
      await w.db.system.query('delete from widget_openings')
    })

    test('by the Referer, once per origin and day, without the path', async () => {
      expect([await open(`${shop}/cart?for=ada`), await open(`${shop}/`)]).toEqual(['true', 'true'])
      expect(await openings()).toEqual([{ origin: shop, ...today }])
    })

    test('and remembers it, so that the next opening causes no statement', async () => {
      await open(`${shop}/`)
      await w.db.system.query('delete from widget_openings')

      expect(await open(`${shop}/`)).toBe('true')
      expect(await openings()).toEqual([])
    })

    test('by the report of a frame whose page sends no Referer', async () => {
      expect(await open()).toBe('false')

      const answer = await report({ origin: shop })

      expect([answer.statusCode, answer.body]).toEqual([204, ''])
      expect(answer.headers).toHaveProperty('ratelimit-remaining')
      expect(await openings()).toEqual([{ origin: shop, ...today }])
    })

    test('only in pages of allowed origins of a company', async () => {
      for (const foreign of [`${shop}.evil.example`, shop.replace('https', 'http'), 'null', 'x']) {
        expect(await open(`${foreign}/`), foreign).toBe('false')
        expect((await report({ origin: foreign })).statusCode).toBe(204)
      }
      expect((await report({ origin: shop }, 'nobody')).statusCode).toBe(204)
      expect((await report({})).statusCode).toBe(400)
      expect(await openings()).toEqual([])
    })

    test('and is served although that fails', async () => {
      await w.db.system.query('alter table widget_openings add constraint none check (false) not valid')
      try {
        expect(await open(`${shop}/`)).toBe('false')
        expect((await report({ origin: shop })).statusCode).toBe(204)
      } finally {
        await w.db.system.query('alter table widget_openings drop constraint none')
      }
      expect(await open(`${shop}/`)).toBe('true')
    })
  })
})
