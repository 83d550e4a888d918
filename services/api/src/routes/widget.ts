import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inSystem } from '@askline/db'
import { findWidget, type Widget } from '@askline/domain/companies/widget'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Config } from '../api-config.ts'
import type { Context } from '../context.ts'
import { protectiveHeaders } from '../http/headers.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { faultInText } from '../http/value-rules.ts'
import { openWidgetOpenings } from '../widget-openings.ts'
import { pageHeaders, readPage } from './pages.ts'

const CompanyTag = Type.Object({ tag: Type.String({ maxLength: 63 }) })

/**
 * Serves the widget of a company: `/widget/TAG/v1.js` for the page around it, and `/widget/TAG` for its frame. Only pages of
 * the company's `widgetOrigins` may show the frame. Both may be used by pages with Cross-Origin-Embedder-Policy. Notes in pages of
 * which origins the frame was opened.
 */
export const widgetRoutes =
  (context: Context, rates: RateLimits, pagesDir: string): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, config } = context
    const noteOpening = openWidgetOpenings(context)
    app.addHook('onRequest', async (request, reply) => rates.byAddress(request, reply))
    const loader = readFileSync(join(pagesDir, 'loader', 'v1.js'), 'utf8')
    const panel = readPage(join(pagesDir, 'ask', 'widget.html'), config)
    const find = async (tag: string) => {
      const widget = faultInText(tag) ? undefined : await inSystem(db, (tx) => findWidget(tx, tag))
      // The demo has a page of its own that shows the widget.
      return widget && config.demoSignIn === tag ? { ...widget, origins: [...widget.origins, config.issuer] } : widget
    }

    app.route({
      method: 'GET',
      url: '/widget/:tag/v1.js',
      schema: { params: CompanyTag, hide: true },
      handler: async ({ params: { tag } }, reply) => {
        const widget = await find(tag)
        reply.headers(scriptHeaders)
        if (!widget) return reply.code(404).send(`console.error(${JSON.stringify(`Askline: no company ${tag}`)})\n`)
        const { color, side, title, language, origins } = widget
        const looks = { origin: config.issuer, tag, color, side, title, language, origins }
        // A block, so that the page around it gets no global variable.
        return reply.send(`{const asklineLooks=${JSON.stringify(looks)};\n${loader}}\n`)
      },
    })

    app.route({
      method: 'GET',
      url: '/widget/:tag',
      schema: { params: CompanyTag, hide: true },
      handler: async ({ params: { tag }, headers }, reply) => {
        const widget = await find(tag)
        reply.headers(frameHeaders(config, widget?.origins ?? []))
        if (!widget) return reply.code(404).send('<!doctype html><title>Askline</title>There is no such company.')
        const isOpeningNoted = await noteOpening(widget, originOfPage(headers.referer))
        return reply.send(panel.replace('</head>', () => `${settingsElement(widget, isOpeningNoted)}</head>`))
      },
    })

    // For pages that send no `Referer`: the frame learns their origin from the loader.
    app.route({
      method: 'POST',
      url: '/widget/:tag/opened',
      schema: { params: CompanyTag, body: Type.Object({ origin: Type.String({ maxLength: 270 }) }), hide: true },
      handler: async ({ params: { tag }, body: { origin } }, reply) => {
        const widget = await find(tag)
        if (widget) await noteOpening(widget, origin)
        return reply.code(204).send()
      },
    })
  }

const scriptHeaders = {
  ...protectiveHeaders,
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=300',
  'content-type': 'text/javascript; charset=utf-8',
}

/** The headers of a page that only `origins` may frame. Without origins, no page may frame it. */
function frameHeaders(config: Config, origins: readonly string[]) {
  // X-Frame-Options cannot name origins, so frame-ancestors stands alone.
  const { 'x-frame-options': _, 'cross-origin-opener-policy': __, ...headers } = pageHeaders(config, origins)
  return { ...headers, 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-resource-policy': 'cross-origin' }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Returns the origin of the page that a `Referer` names, or `undefined`. */
const originOfPage = (referer: string | undefined): string | undefined =>
  referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined

function settingsElement({ origins, title, greeting, color, language }: Widget, isOpeningNoted: boolean): string {
  const settings = JSON.stringify({ origins, title, greeting, color, language, isOpeningNoted }).replace(
    /[&<>"]/g,
    (sign) => entities[sign] ?? sign,
  )
  return `<meta name="askline-widget" content="${settings}" />`
}
