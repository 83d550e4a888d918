import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { prefersHtml } from '../http/accept.ts'
import { base } from '../http/gate.ts'
import { protectiveHeaders } from '../http/headers.ts'
import { policyOf as policyOfForms, renderNoPage } from '../oauth/sign-in-page.ts'
import { wordsFor } from '../oauth/words/words.ts'

const pages = [
  { name: 'desk', paths: ['/desk', '/desk/*'] },
  { name: 'ask', paths: ['/ask', '/ask/*'] },
] as const

/**
 * Serves the built pages of `services/desk`. Scripts and styles have hashed names and are cached for a year. The pages
 * themselves are never cached, so the next visit shows a new version. Files are compressed at build time.
 */
export const pageRoutes =
  ({ socketUrl }: Config, pagesDir: string): FastifyPluginAsync =>
  async (app) => {
    const folder = resolve(pagesDir)
    await app.register(fastifyStatic, {
      root: pages.map(({ name }) => join(folder, name)),
      prefix: '/assets/',
      index: false,
      preCompressed: true,
      maxAge: '365d',
      immutable: true,
      decorateReply: false,
      schemaHide: true,
      setHeaders: (reply) => void reply.header('x-content-type-options', 'nosniff'),
    })
    const headers = pageHeaders(socketUrl, [])
    app.get('/', { schema: { hide: true } as object }, async (_request, reply) => reply.redirect('/desk', 302))
    for (const { name, paths } of pages) {
      const html = readFileSync(join(folder, name, `${name}.html`), 'utf8')
      for (const url of paths) {
        app.get(url, { schema: { hide: true } as object }, async (_request, reply) => reply.headers(headers).send(html))
      }
    }
  }

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
export const pageHeaders = (socketUrl: string, framedBy: readonly string[]) => ({
  'cache-control': 'no-cache',
  'content-security-policy': policyOf(socketUrl, framedBy),
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
})

/** Scripts and styles of this origin only, nothing inline, no frames, and HTML only through the page's one Trusted Types policy. */
function policyOf(socketUrl: string, framedBy: readonly string[]): string {
  const { host, protocol } = new URL(socketUrl)
  const socket = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self'`,
    `font-src 'self'`,
    `connect-src 'self' ${socket}`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${framedBy.length === 0 ? `'none'` : framedBy.join(' ')}`,
    `require-trusted-types-for 'script'`,
    'trusted-types askline-body',
  ].join('; ')
}
