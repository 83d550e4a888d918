import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isSetUp } from '@askline/domain/companies/set-up'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../api-config.ts'
import type { Context } from '../context.ts'
import { prefersHtml } from '../http/accept.ts'
import { base } from '../http/gate.ts'
import { protectiveHeaders } from '../http/headers.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { policyOf as policyOfForms, renderNoPage } from '../oauth/sign-in-page.ts'
import { wordsFor } from '../oauth/words/sign-in-words.ts'

const pages = [
  { name: 'desk', paths: ['/desk', '/desk/*'] },
  { name: 'ask', paths: ['/ask', '/ask/*'] },
  { name: 'account', paths: ['/invitation', '/password'] },
  { name: 'docs', paths: ['/docs', '/docs/*'] },
] as const

/**
 * Serves the built pages of `services/desk`. Scripts and styles have hashed names and are cached for a year. The pages
 * themselves are never cached, so the next visit shows a new version. Files are compressed at build time. `/setup` leads to the
 * desk once a company exists. npm installs the client from its address beside the documentation.
 */
export const pageRoutes =
  ({ config, db }: Pick<Context, 'config' | 'db'>, rates: RateLimits, pagesDir: string): FastifyPluginAsync =>
  async (app) => {
    const folder = resolve(pagesDir)
    // A page that arrives says that the service is busy, and tries again. Without its scripts it would be blank.
    app.addHook('onRoute', (route) => {
      route.config = { ...route.config, isServedOverloaded: true }
    })
    const headers = pageHeaders(config, [])
    app.get('/', { schema: { hide: true } as object }, async (_request, reply) =>
      reply.headers(protectiveHeaders).redirect('/desk', 302),
    )
    for (const { name, paths } of pages) {
      // The folder holds hashed files only. Pages stand beside it, and have routes with policies of their own.
      await app.register(fastifyStatic, {
        root: join(folder, name, name),
        prefix: `/assets/${name}/`,
        index: false,
        dotfiles: 'ignore',
        // A folder is no file: 404 instead of 403.
        allowedPath: (path) => !path.endsWith('/'),
        preCompressed: true,
        maxAge: '365d',
        immutable: true,
        decorateReply: false,
        schemaHide: true,
        setHeaders: (reply) => {
          for (const [name, value] of Object.entries(assetHeaders)) void reply.header(name, value)
        },
      })
      const html = readPage(join(folder, name, `${name}.html`), config)
      for (const url of paths) {
        app.get(url, { schema: { hide: true } as object }, async (_request, reply) => reply.headers(headers).send(html))
      }
    }
    const client = readFileSync(join(folder, 'docs', 'askline-client.tgz'))
    app.get('/docs/askline-client.tgz', { schema: { hide: true } as object }, async (_request, reply) =>
      reply
        .headers({ ...protectiveHeaders, 'cache-control': 'no-cache' })
        .type('application/gzip')
        .send(client),
    )
    const setup = readPage(join(folder, 'account', 'account.html'), config)
    app.get('/setup', { schema: { hide: true } as object }, async (request, reply) => {
      await rates.byAddress(request, reply)
      if (await isSetUp(db))
        return reply.headers({ ...protectiveHeaders, 'cache-control': 'no-store' }).redirect('/desk', 302)
      return reply.headers(headers).send(setup)
    })
  }

/** The headers of a file. A CDN passes them on. Pages of another origin load modules only with permission. */
const assetHeaders = { ...protectiveHeaders, 'access-control-allow-origin': '*' }

/** Reads a built page. With ASSETS_URL it takes its scripts and styles from there. */
export const readPage = (file: string, { assetsUrl }: Pick<Config, 'assetsUrl'>): string =>
  readFileSync(file, 'utf8').replaceAll('"/assets/', `"${assetsUrl ?? ''}/assets/`)

/** Answers a browser that opens an address outside of the API with a page. Returns whether it did. */
export function showNoPage(request: FastifyRequest, reply: FastifyReply): boolean {
  const isOpened = request.method === 'GET' && prefersHtml(request.headers.accept)
  if (!isOpened || request.url.startsWith(`${base}/`)) return false
  void reply
    .code(404)
    .headers({ ...protectiveHeaders, 'cache-control': 'no-store', vary: 'Accept, Accept-Language' })
    .header('content-security-policy', policyOfForms())
    .type('text/html; charset=utf-8')
    .send(renderNoPage(wordsFor(request.headers['accept-language'])))
  return true
}

/** Returns the headers of a page. Only pages of the origins `framedBy` may show it in a frame. */
export const pageHeaders = (config: Pick<Config, 'socketUrl' | 'assetsUrl'>, framedBy: readonly string[]) => ({
  'cache-control': 'no-cache',
  'content-security-policy': policyOf(config, framedBy),
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': protectiveHeaders['strict-transport-security'],
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
})

/** Scripts and styles of this origin and of ASSETS_URL only, nothing inline, no frames, and HTML only through the page's one Trusted Types policy. */
function policyOf({ socketUrl, assetsUrl }: Pick<Config, 'socketUrl' | 'assetsUrl'>, framedBy: readonly string[]) {
  const { host, protocol } = new URL(socketUrl)
  const socket = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`
  const files = assetsUrl === undefined ? `'self'` : `'self' ${assetsUrl}`
  return [
    `default-src 'none'`,
    `script-src ${files}`,
    `style-src ${files}`,
    `img-src ${files}`,
    `font-src ${files}`,
    `connect-src 'self' ${socket}`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${framedBy.length === 0 ? `'none'` : framedBy.join(' ')}`,
    `require-trusted-types-for 'script'`,
    'trusted-types askline-body',
  ].join('; ')
}
