import { ensureSigningKey } from '@askline/runtime'
import formbody from '@fastify/formbody'
import jwt from '@fastify/jwt'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { plain } from '../http/answers.ts'
import { base, bearerOf } from '../http/gate.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { endPostedToken, endToken } from '../oauth/end-token.ts'
import { issueToken } from '../oauth/issue-token.ts'
import { findPublicKeys } from '../oauth/jwks.ts'
import { invalidOauthRequest, OauthFault, sendOauthError } from '../oauth/oauth-fault.ts'
import { clientSecretOf, parametersOf } from '../oauth/parameters.ts'

const formBytes = 16 * 1024

const TokenRequest = Type.Object({
  grant_type: Type.String({ description: 'client_credentials', examples: ['client_credentials'] }),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
  scope: Type.Optional(Type.String({ description: 'Space-separated; fewer than the client may have.' })),
  userEmail: Type.Optional(Type.String({ description: 'An integration binds the token to this user.' })),
  userName: Type.Optional(Type.String()),
})
const Token = Type.Object({
  access_token: Type.String(),
  token_type: Type.String(),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  scope: Type.String(),
})
const Nothing = Type.Object({})
const Jwks = Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.Unknown())) })

/** The authorization endpoints: no envelope, errors as RFC 6749 has them. They answer under the base and at the root. */
export const oauthRoutes =
  (context: Context, rates: RateLimits): FastifyPluginAsyncTypebox =>
  async (app) => {
    const key = await ensureSigningKey(context.db)
    await app.register(jwt, { secret: { private: key.privatePem, public: key.publicPem } })
    await app.register(formbody, { bodyLimit: formBytes })
    app.setErrorHandler(sendOauthError)
    // Parameters are read by hand: RFC 6749 has its own words for what is wrong with them.
    app.setValidatorCompiler(() => () => true)
    app.addHook('onRequest', async (request, reply) => rates.oauthByAddress(request, reply))

    for (const prefix of [base, '']) {
      app.route({
        method: 'POST',
        url: `${prefix}/oauth/token`,
        schema: {
          tags: ['oauth'],
          operationId: prefix === base ? 'issueToken' : 'issueTokenAtRoot',
          summary: 'Obtain an access token',
          consumes: ['application/x-www-form-urlencoded', 'application/json'],
          body: TokenRequest,
          response: { 200: plain(Token) },
          security: [{ client: [] }, {}],
        },
        handler: async (request, reply) => {
          reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
          const parameters = parametersOf(request.body)
          const grant = parameters['grant_type']
          if (grant === undefined) throw invalidOauthRequest('grant_type is missing')
          if (grant !== 'client_credentials') {
            throw new OauthFault(400, 'unsupported_grant_type', 'The grant type must be client_credentials')
          }
          return issueToken(app, context, clientSecretOf(request, parameters), parameters)
        },
      })

      app.route({
        method: 'POST',
        url: `${prefix}/oauth/logout`,
        schema: {
          tags: ['oauth'],
          operationId: prefix === base ? 'logout' : 'logoutAtRoot',
          summary: 'Invalidate the token that is sent, or the one posted as `token` (RFC 7009)',
          consumes: ['application/x-www-form-urlencoded', 'application/json'],
          body: Type.Object({
            token: Type.Optional(Type.String()),
            token_type_hint: Type.Optional(Type.String()),
            client_id: Type.Optional(Type.String()),
            client_secret: Type.Optional(Type.String()),
          }),
          response: { 200: plain(Nothing) },
          security: [{ bearer: [] }, { client: [] }, {}],
        },
        handler: async (request, reply) => {
          reply.headers({ 'cache-control': 'no-store' })
          const parameters = parametersOf(request.body)
          const posted = parameters['token']
          if (posted !== undefined) await endPostedToken(context, posted, clientSecretOf(request, parameters))
          else await endToken(context, await context.verifier.verify(bearerOf(request)))
          return {}
        },
      })

      app.route({
        method: 'GET',
        url: `${prefix}/oauth/jwks`,
        schema: {
          tags: ['oauth'],
          operationId: prefix === base ? 'getJwks' : 'getJwksAtRoot',
          summary: 'The keys that sign access tokens',
          response: { 200: plain(Jwks) },
          security: [],
        },
        handler: async (_request, reply) => {
          reply.header('cache-control', 'public, max-age=300')
          return findPublicKeys(context.db)
        },
      })
    }
  }
