import { inSystem } from '@askline/db'
import { findCompanyLanguage } from '@askline/domain/companies/company-language'
import { slugPattern } from '@askline/domain/companies/names'
import { isSetUp } from '@askline/domain/companies/set-up'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { explain } from '../http/explain-error.ts'
import { base } from '../http/gate.ts'
import { RequestFault } from '../http/request-faults.ts'
import { originOf } from '../http/request-state.ts'
import {
  type AuthorizationRequest,
  RedirectedFault,
  readRedirect,
  readRequest,
  redirectTo,
} from '../oauth/authorization-request.ts'
import { type AuthorizationClient, findAuthorizationClient } from '../oauth/clients.ts'
import { isForgedForm, protectForms } from '../oauth/csrf.ts'
import { deviceCookie } from '../oauth/device-cookie.ts'
import type { GuessLimits } from '../oauth/guess-limits.ts'
import { type Parameters, parametersOf } from '../oauth/parameters.ts'
import { accountOf, findKnownDevice, type SignInAttempt, signIn } from '../oauth/sign-in.ts'
import { policyOf, renderFault, renderReturn, renderSignIn } from '../oauth/sign-in-page.ts'
import type { SignInText } from '../oauth/words/en.ts'
import { findWished, type Words, wordsFor } from '../oauth/words/sign-in-words.ts'

const AuthorizationQuery = Type.Object({
  response_type: Type.String({ examples: ['code'] }),
  client_id: Type.String({ description: 'The client id of an integration, or `askline-desk`.' }),
  redirect_uri: Type.String({ description: "One of the client's redirect addresses. It must match exactly." }),
  code_challenge: Type.String({ description: 'The SHA-256 of the verifier in base64url (RFC 7636).' }),
  code_challenge_method: Type.String({ examples: ['S256'] }),
  state: Type.Optional(Type.String({ description: 'An opaque value that is returned unchanged.' })),
  scope: Type.Optional(
    Type.String({
      description:
        'The requested scopes, separated by spaces. By default, all scopes of the person; for an integration, all except `admin`.',
    }),
  ),
  company: Type.Optional(Type.String({ description: 'The tag of the company, to prefill the page.' })),
  login_hint: Type.Optional(Type.String({ description: 'The e-mail address, to prefill the page.' })),
})
const SignInBody = Type.Object({
  ...AuthorizationQuery.properties,
  email: Type.String(),
  password: Type.String(),
  company: Type.Optional(Type.String()),
  csrf: Type.String(),
})
const ReturnQuery = Type.Object({
  code: Type.Optional(
    Type.String({ description: 'The authorization code. Redeem it at `/v1/oauth/token` within 60 s.' }),
  ),
  error: Type.Optional(Type.String({ description: 'The reason that the sign-in failed (RFC 6749 §4.1.2.1).' })),
})
const Page = { type: 'string', description: 'An HTML page.' }
const troubles = { 429: Page, 500: Page, 503: Page }
const Redirect = {
  type: 'null',
  description: 'Redirects to the client with `code`, `state` and `iss`, or with `error`.',
}

/** Parameters of the client's request that the form sends again. */
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

const wordsOf = (request: FastifyRequest) => wordsFor(request.headers['accept-language'])

/** Mounts the authorization endpoint: a page without scripts on which experts, agents and admins sign in. */
export const signInRoutes =
  (context: Context, guesses: GuessLimits): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { issuer, pagesDir } = context.config
    await protectForms(app, issuer)
    const cookie = deviceCookie(issuer)
    app.setErrorHandler(async (error, request, reply) => {
      if (!isForgedForm(error)) return sendFault(error, request, reply)
      try {
        const parameters = parametersIn(request.body)
        const { email = '', company } = parameters
        const typed = { email, companyTag: company, fault: 'signIn.expired' } as const
        return await show(request, reply.code(403), parameters, await read(parameters), typed)
      } catch (refused) {
        return sendFault(refused, request, reply)
      }
    })
    app.addHook('onRequest', (_request, reply, done) => {
      reply.headers({
        'cache-control': 'no-store',
        'content-security-policy': policyOf(),
        vary: 'Accept-Language',
      })
      done()
    })

    async function read(parameters: Parameters): Promise<AuthorizationRequest> {
      const redirect = await readRedirect(parameters, (clientId) => findAuthorizationClient(context, clientId))
      return readRequest(parameters, redirect, issuer)
    }

    /** Returns the texts in a language that the browser wants, or else in that of the company, if it is known. */
    async function wordsOfForm(
      request: FastifyRequest,
      { companyId }: AuthorizationClient,
      companyTag: string,
    ): Promise<Words> {
      const accepted = request.headers['accept-language']
      if (findWished(accepted) || (companyId === undefined && !slugPattern.test(companyTag))) return wordsFor(accepted)
      const company = companyId === undefined ? { companyTag } : { companyId }
      return wordsFor(accepted, await inSystem(context.db, (tx) => findCompanyLanguage(tx, company)))
    }

    type Shown = { email: string; companyTag: string | undefined; fault?: SignInText }
    async function show(
      request: FastifyRequest,
      reply: FastifyReply,
      parameters: Parameters,
      { client, redirectUri, scopes }: AuthorizationRequest,
      { email, companyTag = '', fault }: Shown,
    ) {
      const words = await wordsOfForm(request, client, companyTag)
      const hidden: Record<string, string> = { csrf: reply.generateCsrf() }
      for (const name of carried) if (parameters[name] !== undefined) hidden[name] = parameters[name]
      const ofOneCompany = client.companyId !== undefined
      const form = {
        clientName: client.name,
        scopes,
        hidden,
        companyTag: ofOneCompany ? undefined : companyTag,
        hasPasswordPage: pagesDir !== undefined,
        email,
        ...(fault === undefined ? {} : { fault: words.say(fault) }),
      }
      return reply
        .header('content-security-policy', policyOf(redirectUri))
        .type('text/html; charset=utf-8')
        .send(renderSignIn(words, form))
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
          summary: 'Show the sign-in page for experts, agents and admins (authorization code with PKCE)',
          produces: ['text/html'],
          querystring: AuthorizationQuery,
          response: { 200: Page, 302: Redirect, 400: Page, ...troubles },
          security: [],
        },
        serializerCompiler: () => String,
        handler: async (request, reply) => {
          const parameters = parametersIn(request.query)
          const { login_hint: email = '', company } = parameters
          const wanted = await read(parameters)
          // Without a company there is no account. The page of the setup says where its link is.
          if (pagesDir !== undefined && !(await isSetUp(context.db))) return reply.redirect('/setup', 302)
          return show(request, reply, parameters, wanted, { email, companyTag: company })
        },
      })

      app.route({
        method: 'POST',
        url,
        schema: {
          tags: ['oauth'],
          operationId: `signIn${suffix}`,
          summary: 'Submit the form of the sign-in page',
          consumes: ['application/x-www-form-urlencoded'],
          produces: ['text/html'],
          body: SignInBody,
          response: { 303: Redirect, 400: Page, 403: Page, 413: Page, 415: Page, ...troubles },
          security: [],
        },
        serializerCompiler: () => String,
        preHandler: app.csrfProtection,
        handler: async (request, reply) => {
          const parameters = parametersIn(request.body)
          const wanted = await read(parameters)
          if (parameters['cancel'] !== undefined) throw denied(wanted, issuer, 'The person canceled')

          const { email = '', password = '' } = parameters
          const companyTag = parameters['company']?.trim().toLowerCase()
          const device = cookie.read(request)
          const known = await findKnownDevice(context, email, device)
          const counted = await guesses.password({ account: accountOf(email), address: request.ip, device: known })
          const attempt: SignInAttempt = { email, password, companyTag, origin: originOf(request), device }
          const outcome = await signIn(context, wanted, attempt)
          if (outcome === 'wrong') {
            const typed = { email, companyTag, fault: 'signIn.wrong' } as const
            return show(request, reply.code(400), parameters, wanted, typed)
          }
          await counted.succeed()
          if (outcome === 'no-scope') throw denied(wanted, issuer, 'The role of the person allows none of the scopes')
          cookie.set(reply, outcome.device)
          return reply.redirect(redirectTo(wanted, issuer, { code: outcome.code }), 303)
        },
      })
    }

    // If the pages are served, the desk itself takes the code.
    if (pagesDir !== undefined) return
    app.route({
      method: 'GET',
      url: '/desk/callback',
      schema: {
        tags: ['oauth'],
        operationId: 'showReturn',
        summary: 'Show the page that ends a sign-in through `askline-desk`',
        produces: ['text/html'],
        querystring: ReturnQuery,
        response: { 200: Page, 400: Page, ...troubles },
        security: [],
      },
      serializerCompiler: () => String,
      handler: async (request, reply) => {
        const { code, error } = parametersIn(request.query)
        if (code === undefined && error === undefined) {
          throw new RequestFault(400, 'invalid_request', 'This page can be opened only from the sign-in page.')
        }
        return reply.type('text/html; charset=utf-8').send(renderReturn(wordsOf(request), error === undefined))
      },
    })
  }

/** Reads the parameters. Throws RequestFault, because an unreadable request names no client to report to. */
function parametersIn(given: unknown): Parameters {
  try {
    return parametersOf(given)
  } catch (cause) {
    const message = 'The address of this page is malformed.'
    throw new RequestFault(400, 'invalid_request', message, { cause })
  }
}

const denied = (wanted: AuthorizationRequest, issuer: string, description: string) =>
  new RedirectedFault(redirectTo(wanted, issuer, { error: 'access_denied', error_description: description }))

/** Answers an error with a page for people, or with a redirect to the client. */
function sendFault(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof RedirectedFault) {
    return reply.redirect(error.location, request.method === 'POST' ? 303 : 302)
  }
  const { status, message, headers, isOurs, code } = explain(error)
  if (isOurs) request.log.error({ err: error, correlationId: request.id, code }, 'failed')
  const words = wordsOf(request)
  const shown = error instanceof RequestFault || isOurs ? message : words.say('signIn.unreadable')
  return reply
    .code(status)
    .headers(headers ?? {})
    .type('text/html; charset=utf-8')
    .serializer(String)
    .send(renderFault(words, shown))
}
