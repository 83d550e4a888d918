import helmet from '@fastify/helmet'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyPluginAsync } from 'fastify'
import type { Config } from '../config.ts'
import { describeSocket } from '../http/asyncapi.ts'
import { base } from '../http/gate.ts'

/** The OpenAPI and the AsyncAPI document, and a page to try the API on. The page's files are our own: it works offline. */
export const documentationRoutes =
  (config: Config): FastifyPluginAsync =>
  async (app) => {
    // Written once: it is long.
    let text: string | undefined
    app.route({
      method: 'GET',
      url: `${base}/openapi.json`,
      schema: {
        tags: ['documentation'],
        operationId: 'getOpenapi',
        summary: 'This document',
        response: { 200: { type: 'object', additionalProperties: true } },
        security: [],
      },
      handler: async (_request, reply) => {
        text ??= JSON.stringify(app.swagger())
        return reply.type('application/json; charset=utf-8').serializer(String).send(text)
      },
    })
    const socket = JSON.stringify(describeSocket(config))
    app.route({
      method: 'GET',
      url: `${base}/asyncapi.json`,
      schema: {
        tags: ['documentation'],
        operationId: 'getAsyncapi',
        summary: "The AsyncAPI document of the socket's events",
        response: { 200: { type: 'object', additionalProperties: true } },
        security: [],
      },
      handler: async (_request, reply) => reply.type('application/json; charset=utf-8').send(socket),
    })
    // The page has a policy of its own. The one that comes with it turns its files' addresses into https, also where
    // there is only http.
    await app.register(helmet, { contentSecurityPolicy: false })
    await app.register(swaggerUi, {
      routePrefix: '/docs',
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
      // An address can name an operation (/docs/#/health/getLiveness): in a list this long only what is looked at is in the page.
      uiConfig: { layout: 'BaseLayout', deepLinking: true, persistAuthorization: false, tryItOutEnabled: true },
    })
  }
