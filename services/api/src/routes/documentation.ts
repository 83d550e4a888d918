import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import helmet from '@fastify/helmet'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import type { Config } from '../api-config.ts'
import { describeSocket } from '../http/asyncapi.ts'
import { acceptsGzip, varyByEncoding } from '../http/compression.ts'
import { isShown } from '../http/etags.ts'
import { base } from '../http/gate.ts'
import { protectiveHeaders } from '../http/headers.ts'
import { unchanged } from '../http/openapi.ts'
import { withAliases } from '../http/openapi-aliases.ts'
import { referencePolicy, renderReference } from '../http/reference-page.ts'

type Document = { url: string; operationId: string; summary: string; query: TSchema; write: (query: Query) => object }
type Query = Static<typeof OpenapiQuery>

const OpenapiQuery = Type.Object({
  aliases: Type.Optional(
    Type.Enum(['yes'], { description: '`yes` adds the singular paths, which are aliases of the plural ones.' }),
  ),
})

/** The OpenAPI and the AsyncAPI document, a reference page, and a page to try the API. Their files are our own, so they work offline. */
export const documentationRoutes =
  (config: Config): FastifyPluginAsync =>
  async (app) => {
    const documents: Document[] = [
      {
        url: `${base}/openapi.json`,
        operationId: 'getOpenapi',
        summary: 'Return this OpenAPI document',
        query: OpenapiQuery,
        write: ({ aliases }) => (aliases ? withAliases(app.swagger()) : app.swagger()),
      },
      {
        url: `${base}/asyncapi.json`,
        operationId: 'getAsyncapi',
        summary: 'Return the AsyncAPI document of the events of the socket',
        query: Type.Object({}),
        write: () => describeSocket(config),
      },
    ]
    for (const { url, operationId, summary, query: querystring, write } of documents) {
      // Written, compressed and hashed once: the OpenAPI document is long.
      const written = new Map<string, Written>()
      app.route({
        method: 'GET',
        url,
        schema: {
          tags: ['documentation'],
          operationId,
          summary,
          querystring,
          response: { 200: { type: 'object', additionalProperties: true }, ...unchanged },
          security: [],
        },
        handler: (request, reply) => {
          const query = request.query as Query
          const form = JSON.stringify(query.aliases)
          const known = written.get(form) ?? writeOnce(JSON.stringify(write(query)), 'application/json')
          written.set(form, known)
          return sendWritten(request, reply, known)
        },
      })
    }
    let page: Written | undefined
    for (const url of ['/docs', '/docs/']) {
      app.route({
        method: 'GET',
        url,
        schema: { hide: true },
        handler: (request, reply) => {
          page ??= writeOnce(renderReference(JSON.parse(JSON.stringify(app.swagger()))), 'text/html')
          reply.headers({ ...protectiveHeaders, 'content-security-policy': referencePolicy })
          return sendWritten(request, reply, page)
        },
      })
    }
    // The page to try has a policy of its own: the plugin's default would turn addresses into https, even if there is only http.
    await app.register(helmet, { contentSecurityPolicy: false })
    await app.register(swaggerUi, {
      routePrefix: '/docs/try',
      staticCSP: {
        'default-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'none'",
        'frame-ancestors': "'none'",
        'script-src': "'self'",
        'style-src': "'self'",
        'img-src': "'self' data:",
        'font-src': "'self' data:",
        'connect-src': `'self' ${new URL(config.issuer).origin}`,
      },
      theme: { title: 'Askline Messaging API' },
      // Folded, because drawing all operations at once takes a busy browser ten seconds. A link such as
      // /docs/try/#/health/getLiveness opens one.
      uiConfig: {
        layout: 'BaseLayout',
        deepLinking: true,
        docExpansion: 'none',
        persistAuthorization: false,
        tryItOutEnabled: true,
      },
    })
  }

type Written = { type: string; text: string; compressed: Buffer; etag: string }

const writeOnce = (text: string, type: string): Written => ({
  type: `${type}; charset=utf-8`,
  text,
  compressed: gzipSync(text),
  etag: `W/"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`,
})

/** Sends a document that is the same for every client, or 304 if the client has it already. */
function sendWritten(request: FastifyRequest, reply: FastifyReply, { type, text, compressed, etag }: Written) {
  reply.headers({ 'cache-control': 'no-cache', etag })
  varyByEncoding(reply)
  const shown = request.headers['if-none-match']
  if (shown !== undefined && isShown(shown, etag)) return reply.code(304).send()
  reply.type(type)
  return acceptsGzip(request) ? reply.header('content-encoding', 'gzip').send(compressed) : reply.send(text)
}
