import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import type { Config } from '../api-config.ts'
import { describeSocket } from '../http/asyncapi.ts'
import { acceptsGzip, varyByEncoding } from '../http/compression.ts'
import { isShown } from '../http/etags.ts'
import { base } from '../http/gate.ts'
import { unchanged } from '../http/openapi.ts'
import { withAliases } from '../http/openapi-aliases.ts'

type Document = { url: string; operationId: string; summary: string; query: TSchema; write: (query: Query) => object }
type Query = Static<typeof OpenapiQuery>

const OpenapiQuery = Type.Object({
  aliases: Type.Optional(
    Type.Enum(['yes'], { description: '`yes` adds the singular paths, which are aliases of the plural ones.' }),
  ),
})

/** Serves the OpenAPI and the AsyncAPI document, and the Postman collection. The page `/docs`, which shows them, is one of the built pages. */
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
      {
        url: `${base}/postman.json`,
        operationId: 'getPostman',
        summary: 'Return a Postman collection of all requests',
        query: Type.Object({}),
        write: () => writePostman(config.issuer),
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
  }

/** The collection that the build made. */
const collection = new URL('../../dist/postman.json', import.meta.url)

/** Returns the Postman collection with the address of this service as its variable `baseUrl`. */
function writePostman(issuer: string): object {
  const made = JSON.parse(readFileSync(collection, 'utf8'))
  const rest = made.variable.filter(({ key }: { key: string }) => key !== 'baseUrl')
  return { ...made, variable: [{ key: 'baseUrl', value: issuer }, ...rest] }
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
