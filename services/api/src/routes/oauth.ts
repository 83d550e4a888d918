import { OauthError, OauthToken } from '@askline/contracts'
import formbody from '@fastify/formbody'
import jwt from '@fastify/jwt'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { faultOfEncoding } from '../http/encodings.ts'
import { base, bearerOf } from '../http/gate.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { originOf } from '../http/request-state.ts'
import { plain } from '../http/response-schema.ts'
import { authenticateClient, BarredClientFault, recordRefusalLater } from '../oauth/clients.ts'
import { endPostedToken, endToken } from '../oauth/end-token.ts'
import type { GuessLimits } from '../oauth/guess-limits.ts'
import { issueToken } from '../oauth/issue-token.ts'
import { findPublicKeys } from '../oauth/jwks.ts'
import { invalidOauthRequest, OauthFault, sendOauthError } from '../oauth/oauth-fault.ts'
import { clientOf, type Parameters, parametersOf } from '../oauth/parameters.ts'
import { redeemAuthorizationCode, refresh } from '../oauth/redeem.ts'
import { sessionRoutes } from './session.ts'
import { signInRoutes } from './sign-in.ts'

const formBytes = 16 * 1024

const grants = ['client_credentials', 'authorization_code', 'refresh_token'] as const

const TokenRequest = Type.Object(
  {
    grant_type: Type.Enum(grants),
    client_id: Type.Optional(Type.String()),
    client_secret: Type.Optional(Type.String()),
    scope: Type.Optional(
      Type.String({ description: 'The requested scopes, separated by spaces. By default, all scopes of the client.' }),
    ),
    userEmail: Type.Optional(
      Type.String({
        description: 'The e-mail address of a user. The token acts only for this user. Only for integrations.',
      }),
    ),
    userName: Type.Optional(Type.String()),
    code: Type.Optional(
      Type.String({ description: 'The code of the redirect, for `authorization_code`. It is valid for 60 s.' }),
    ),
    redirect_uri: Type.Optional(
      Type.String({ description: 'The same value as in the authorization request, for `authorization_code`.' }),
    ),
    code_verifier: Type.Optional(
      Type.String({ description: 'The PKCE verifier, required for `authorization_code` (RFC 7636).' }),
    ),
    refresh_token: Type.Optional(
      Type.String({
        description:
          'The refresh token, for `refresh_token`. It is valid once. A second use revokes all tokens of the session.',
      }),
    ),
  },
  {
    examples: [
      {
        grant_type: 'client_credentials',
        client_id: 'shop-7Jq2',
        client_secret: 'shown-this-once',
        userEmail: 'ada@example.com',
        userName: 'Ada',
      },
    ],
  },
)
const Nothing = Type.Object({})
const oauthError = plain(OauthError)
const troubles = {
  429: { ...oauthError, description: 'There were too many requests. Wait for the seconds in `Retry-After`.' },
  500: { ...oauthError, description: 'An internal error occurred.' },
  503: { ...oauthError, description: 'A dependency is unavailable. Wait for the seconds in `Retry-After`.' },
}
const oauthErrors = {
  400: { ...oauthError, description: 'An error of RFC 6749 §5.2.' },
  401: { ...oauthError, description: '`invalid_client`, or the token was refused. `WWW-Authenticate` has the reason.' },
  408: { ...oauthError, description: 'The body did not arrive in time.' },
  413: { ...oauthError, description: 'The body is too large.' },
  415: { ...oauthError, description: 'The body is neither a form nor JSON.' },
  ...troubles,
}
const Jwks = Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.Unknown())) })

/** Mounts the authorization endpoints, under the base and at the root. They use no envelope, and the errors of RFC 6749. */
export const oauthRoutes =
  (context: Context, rates: RateLimits, guesses: GuessLimits): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { signingKey: key } = context
    await app.register(jwt, { secret: { private: key.privatePem, public: key.publicPem } })
    await app.register(formbody, { bodyLimit: formBytes })
    app.setErrorHandler(sendOauthError)
    // No schema validation: RFC 6749 defines its own errors for parameters.
    app.setValidatorCompiler(() => () => true)
    app.addHook('onRequest', async (request, reply) => {
      await rates.oauthByAddress(request, reply)
      const fault = request.method === 'POST' ? faultOfEncoding(request) : undefined
      if (fault) throw fault
    })

    await app.register(signInRoutes(context, guesses))
    await app.register(
      sessionRoutes(context, rates, {
        ...oauthErrors,
        403: { ...oauthError, description: 'The request did not come from a page of this service.' },
      }),
    )

    /** Authenticates the client of a request. Counts and records a wrong secret, whichever endpoint it is tried at. */
    async function authenticate(request: FastifyRequest, reply: FastifyReply, parameters: Parameters) {
      try {
        return await authenticateClient(context, clientOf(request, parameters))
      } catch (error) {
        if (error instanceof OauthFault && error.error === 'invalid_client') {
          const { clientId = '' } = clientOf(request, parameters) ?? {}
          const isRight = error instanceof BarredClientFault
          recordRefusalLater(context, clientId, isRight ? error.bar : 'wrong_secret', originOf(request))
          if (!isRight) await guesses.wrongSecret(request, reply, clientId)
        }
        throw error
      }
    }

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
          response: {
            200: plain(OauthToken),
            403: { ...oauthError, description: '`blocked`: the user named by `userEmail` is blocked.' },
            ...oauthErrors,
          },
          security: [{ client: [] }, {}],
        },
        handler: async (request, reply) => {
          reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
          const parameters = parametersOf(request.body)
          const grant = parameters['grant_type']
          if (grant === undefined) throw invalidOauthRequest('grant_type is missing')
          if (!grants.some((one) => one === grant)) {
            throw new OauthFault(400, 'unsupported_grant_type', `The grant type must be one of ${grants.join(', ')}`)
          }
          const { clientId, credential } = await authenticate(request, reply, parameters)
          if (grant === 'authorization_code') {
            return redeemAuthorizationCode(app, context, clientId, parameters, originOf(request))
          }
          if (grant === 'refresh_token') return refresh(app, context, clientId, parameters, originOf(request))
          if (!credential)
            throw new OauthFault(400, 'unauthorized_client', 'A client without a secret cannot use this grant type.')
          return issueToken(app, context, credential, parameters, originOf(request))
        },
      })

      app.route({
        method: 'POST',
        url: `${prefix}/oauth/logout`,
        schema: {
          tags: ['oauth'],
          operationId: prefix === base ? 'logout' : 'logoutAtRoot',
          summary: 'Revoke the bearer token, or the token in `token` (RFC 7009)',
          consumes: ['application/x-www-form-urlencoded', 'application/json'],
          body: Type.Object(
            {
              token: Type.Optional(Type.String({ description: 'The token to revoke.' })),
              token_type_hint: Type.Optional(Type.String()),
              client_id: Type.Optional(Type.String()),
              client_secret: Type.Optional(Type.String()),
            },
            { examples: [{ token: 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl' }] },
          ),
          response: { 200: plain(Nothing), ...oauthErrors },
          security: [{ bearer: [] }, { client: [] }, {}],
        },
        handler: async (request, reply) => {
          reply.headers({ 'cache-control': 'no-store' })
          const parameters = parametersOf(request.body)
          const posted = parameters['token']
          const claims = posted === undefined ? await context.verifier.verify(bearerOf(request)) : undefined
          if (claims) await endToken(context, claims, originOf(request))
          if (posted !== undefined) {
            const client = clientOf(request, parameters) && (await authenticate(request, reply, parameters))
            await endPostedToken(context, posted, client, originOf(request))
          }
          return {}
        },
      })

      app.route({
        method: 'GET',
        url: `${prefix}/oauth/jwks`,
        schema: {
          tags: ['oauth'],
          operationId: prefix === base ? 'getJwks' : 'getJwksAtRoot',
          summary: 'List the public keys that verify access tokens',
          response: { 200: plain(Jwks), ...troubles },
          security: [],
        },
        handler: async (_request, reply) => {
          reply.header('cache-control', 'public, max-age=300')
          return findPublicKeys(context.db)
        },
      })
    }
  }
