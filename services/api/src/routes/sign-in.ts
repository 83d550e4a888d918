import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { explain } from '../http/explain.ts'
import { RequestFault } from '../http/faults.ts'
import { base } from '../http/gate.ts'
import {
  type AuthorizationRequest,
  answerTo,
  RedirectedFault,
  readRedirect,
  readRequest,
} from '../oauth/authorization-request.ts'
import { findAuthorizationClient } from '../oauth/clients.ts'
import { buildCsrf } from '../oauth/csrf.ts'
import type { GuessLimits } from '../oauth/guesses.ts'
import { type Parameters, parametersOf } from '../oauth/parameters.ts'
import { accountOf, type SignInAttempt, signIn } from '../oauth/sign-in.ts'
import { policyOf, renderFault, renderReturn, renderSignIn } from '../oauth/sign-in-page.ts'

const AuthorizationQuery = Type.Object({
  response_type: Type.String({ examples: ['code'] }),
  client_id: Type.String({ description: "An integration's client id, or `askline-desk`." }),
  redirect_uri: Type.String({ description: "One of the client's, letter for letter." }),
  code_challenge: Type.String({ description: 'SHA-256 of the verifier, in base64url (RFC 7636).' }),
  code_challenge_method: Type.String({ examples: ['S256'] }),
  state: Type.Optional(Type.String({ description: 'Given back as it is.' })),
  scope: Type.Optional(Type.String({ description: 'Space-separated; all that the person may have where missing.' })),
  company: Type.Optional(Type.String({ description: 'The tag of the company, filled in on the page.' })),
  login_hint: Type.Optional(Type.String({ description: 'The e-mail address, filled in on the page.' })),
})
const SignInBody = Type.Object({
  ...AuthorizationQuery.properties,
  email: Type.String(),
  password: Type.String(),
  company: Type.Optional(Type.String()),
  csrf: Type.String(),
})
const ReturnQuery = Type.Object({
  code: Type.Optional(Type.String({ description: 'To be redeemed at /v1/oauth/token.' })),
  error: Type.Optional(Type.String({ description: 'Why nobody is signed in (RFC 6749 §4.1.2.1).' })),
})
const Page = { type: 'string', description: 'A page.' }
const troubles = { 429: Page, 500: Page, 503: Page }
const Redirect = { type: 'null', description: 'To the client, with `code`, `state` and `iss`, or with `error`.' }

/** What the form carries on of the client's request. */
const carried = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'state',
  'scope',
  'response_mode',
] as const

const wrong = 'E-mail and password do not match. If you work for several companies, name the company as well.'

/** The authorization endpoint: a page without scripts on which experts, agents and admins sign in. */
export const signInRoutes =
  (context: Context, guesses: GuessLimits): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { issuer } = context.config
    const csrf = buildCsrf(issuer)
    app.setErrorHandler(sendFault)
    app.addHook('onRequest', (_request, reply, done) => {
      reply.headers({ 'cache-control': 'no-store', 'content-security-policy': policyOf() })
      done()
    })

    async function read(parameters: Parameters): Promise<AuthorizationRequest> {
      const redirect = await readRedirect(parameters, (clientId) => findAuthorizationClient(context, clientId))
      return readRequest(parameters, redirect, issuer)
    }

    type Shown = { email: string; companyTag: string | undefined; fault?: string }
    function show(
      request: FastifyRequest,
      reply: FastifyReply,
      parameters: Parameters,
      { client, redirectUri }: AuthorizationRequest,
      { companyTag = '', ...shown }: Shown,
    ) {
      const hidden: Record<string, string> = { csrf: csrf.fieldFor(request, reply) }
      for (const name of carried) if (parameters[name] !== undefined) hidden[name] = parameters[name]
      const ofOneCompany = client.companyId !== undefined
      const form = { clientName: client.name, hidden, companyTag: ofOneCompany ? undefined : companyTag, ...shown }
      return reply
        .header('content-security-policy', policyOf(redirectUri))
        .type('text/html; charset=utf-8')
        .send(renderSignIn(form))
    }

    for (const prefix of [base, '']) {
      const url = `${prefix}/oauth/auth`
      const suffix = prefix === base ? '' : 'AtRoot'

      app.route({
        method: 'GET',
        url,
        schema: {
          tags: ['oauth'],
          operationId: `showSignIn${suffix}`,
          summary: 'The page on which experts, agents and admins sign in (authorization code with PKCE)',
          produces: ['text/html'],
          querystring: AuthorizationQuery,
          response: { 200: Page, 302: Redirect, 400: Page, ...troubles },
          security: [],
        },
        serializerCompiler: () => String,
        handler: async (request, reply) => {
          const parameters = parametersIn(request.query)
          const wanted = await read(parameters)
          const { login_hint: email = '', company } = parameters
          return show(request, reply, parameters, wanted, { email, companyTag: company })
        },
      })

      app.route({
        method: 'POST',
        url,
        schema: {
          tags: ['oauth'],
          operationId: `signIn${suffix}`,
          summary: 'What the sign-in page sends',
          consumes: ['application/x-www-form-urlencoded'],
          produces: ['text/html'],
          body: SignInBody,
          response: { 303: Redirect, 400: Page, 403: Page, 413: Page, 415: Page, ...troubles },
          security: [],
        },
        serializerCompiler: () => String,
        handler: async (request, reply) => {
          const parameters = parametersIn(request.body)
          const wanted = await read(parameters)
          const { email = '', password = '' } = parameters
          const companyTag = parameters['company']?.trim().toLowerCase()
          if (!csrf.isOurs(request, parameters['csrf'])) {
            const fault = 'This page was open for too long, or your browser keeps no cookies. Please try again.'
            return show(request, reply.code(403), parameters, wanted, { email, companyTag, fault })
          }
          if (parameters['cancel'] !== undefined) throw denied(wanted, issuer, 'The person went back')

          const counting = guesses.signIn(request, reply)
          if (counting) await counting
          const attempt: SignInAttempt = { email, password, companyTag, correlationId: request.id }
          const wasWrong = guesses.wrongPassword(accountOf(wanted, attempt), reply)
          const outcome = await signIn(context, wanted, attempt)
          if (outcome === 'wrong') {
            wasWrong()
            return show(request, reply.code(400), parameters, wanted, { email, companyTag, fault: wrong })
          }
          if (outcome === 'no-scope') throw denied(wanted, issuer, 'The person may have none of the scopes')
          return reply.redirect(answerTo(wanted, issuer, { code: outcome.code }), 303)
        },
      })
    }

    app.route({
      method: 'GET',
      url: '/desk/callback',
      schema: {
        tags: ['oauth'],
        operationId: 'showReturn',
        summary: 'Where people come back to who signed in through `askline-desk`',
        produces: ['text/html'],
        querystring: ReturnQuery,
        response: { 200: Page, 400: Page, ...troubles },
        security: [],
      },
      serializerCompiler: () => String,
      handler: async (request, reply) => {
        const { code, error } = parametersIn(request.query)
        if (code === undefined && error === undefined) {
          throw new RequestFault(400, 'invalid_request', 'Nobody comes here but from the page on which people sign in.')
        }
        return reply.type('text/html; charset=utf-8').send(renderReturn(error === undefined))
      },
    })
  }

/** Text, each once (RFC 6749 §3.1). What cannot be read so names no client that could be told. */
function parametersIn(given: unknown): Parameters {
  try {
    return parametersOf(given)
  } catch (cause) {
    const message = 'The link that brought you here cannot be read.'
    throw new RequestFault(400, 'invalid_request', message, { cause })
  }
}

const denied = (wanted: AuthorizationRequest, issuer: string, description: string) =>
  new RedirectedFault(answerTo(wanted, issuer, { error: 'access_denied', error_description: description }))

/** Fastify's error handler of the page: people read it. */
function sendFault(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof RedirectedFault) {
    return reply.redirect(error.location, request.method === 'POST' ? 303 : 302)
  }
  const { status, message, headers, isOurs, code } = explain(error)
  if (isOurs) request.log.error({ err: error, correlationId: request.id, code }, 'failed')
  const shown = error instanceof RequestFault || isOurs ? message : 'The form could not be read.'
  return reply
    .code(status)
    .headers(headers ?? {})
    .type('text/html; charset=utf-8')
    .serializer(String)
    .send(renderFault(shown))
}
