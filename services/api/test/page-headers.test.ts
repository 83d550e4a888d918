import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openWorld } from './world.ts'

const dist = fileURLToPath(new URL('../../desk/dist', import.meta.url))
const w = await openWorld({
  PAGES_DIR: dist,
  DEMO_SIGN_IN: 'bank',
  NODE_ENV: 'test',
  PUBLIC_URL: 'https://askline.example',
})
const get = (url: string) => w.inject({ method: 'GET', url, headers: { accept: 'text/html' } })

/** Paths of the built files below the folder of one build, such as `desk/first-B_RiJiI0.js`. `npm run build` writes them. */
const builtFiles = (build: string) =>
  readdirSync(join(dist, build), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(join(dist, build), join(parentPath, name)))

const hashed = /^(desk|ask|account|docs)\/[\w-]+-[\w-]{8}\.(js|css|svg)(\.map)?(\.br|\.gz)?$/

describe.each(['desk', 'ask', 'account', 'docs', 'loader'])('below /assets, of the built files of %s', (build) => {
  const files = builtFiles(build)

  test('only those with hashed names are served, each with a policy that allows nothing and no frame', async () => {
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const { statusCode, headers } = await get(`/assets/${file}`)
      if (!hashed.test(file)) {
        expect(statusCode, file).toBe(404)
        continue
      }
      expect(statusCode, file).toBe(200)
      expect(headers, file).toMatchObject({
        'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
        'cross-origin-resource-policy': 'cross-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    }
  })

  test('none is served under the name of its build', async () => {
    for (const file of files) expect((await get(`/assets/${build}/${file}`)).statusCode, file).not.toBe(200)
  })
})

const parts: Record<string, string> = { ':tag': 'bank', ':role': 'user', ':place': '1', '*': 'any/page' }
const urlOf = (pattern: string) =>
  pattern
    .split('/')
    .map((part) => parts[part] ?? part)
    .join('/')

const pageRoutes = w.routes
  .filter(({ method, isHidden, url }) => method === 'GET' && isHidden && !url.startsWith('/assets'))
  .map(({ url }) => urlOf(url))

test.each([...new Set([...pageRoutes, '/v1/oauth/auth', '/no/such/page'])])(
  '%s is answered with a policy, without sniffing, and over HTTPS only',
  async (url) => {
    const { headers } = await get(url)

    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`default-src 'none'`)
    // The widget alone may be framed, by the pages of its company. This company has registered none.
    expect(policy).toMatch(
      url === '/widget/bank' ? /frame-ancestors https:\/\/askline\.example;/ : /frame-ancestors 'none'/,
    )
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000; includeSubDomains/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  },
)

test('every endpoint answers a request without a token with the protective headers', async () => {
  const endpoints = w.routes.filter(({ isHidden, method }) => !isHidden && method !== 'HEAD')
  const answers = await Promise.all(
    endpoints.map(async ({ method, url }) => {
      const { headers } = await w.inject({ method: method as 'GET', url: urlOf(url) })
      return [url, headers['strict-transport-security'], headers['x-content-type-options']]
    }),
  )

  expect(answers.length).toBeGreaterThan(150)
  expect(answers).toEqual(answers.map(([url]) => [url, 'max-age=31536000; includeSubDomains', 'nosniff']))
})
