import helmet from '@fastify/helmet'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyPluginAsync } from 'fastify'
import { base } from '../http/gate.ts'

/** The OpenAPI document, and a page to try the API on. The page's files are our own: it works offline. */
export const documentationRoutes: FastifyPluginAsync = async (app) => {
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
    handler: async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
  })
  // The page brings a policy of its own, made of the hashes of its files.
  await app.register(helmet, { contentSecurityPolicy: false })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { persistAuthorization: false, tryItOutEnabled: true },
  })
}
