import { Nullable, OauthToken } from '@askline/contracts'
import { inSystem, type Tx } from '@askline/db'
import { findAskerSignIn, redeemAskerSignIn } from '@askline/domain/access/asker-sign-ins'
import { recordAct } from '@askline/domain/access/audit'
import { redeemCode } from '@askline/domain/access/authorization-codes'
import { endFamily } from '@askline/domain/access/families'
import { findSession, openSession, type SessionFamily, sessionTokenSeconds } from '@askline/domain/access/sessions'
import { findMe } from '@askline/domain/people/me'
import { signingKey } from '@askline/runtime'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { base } from '../http/gate.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { originOf } from '../http/request-state.ts'
import { plain } from '../http/response-schema.ts'
import { builtInClientId } from '../oauth/clients.ts'
import { issueFamilyToken, type TokenAnswer } from '../oauth/issue-token.ts'
import { OauthFault } from '../oauth/oauth-fault.ts'
import { isFromOwnPage } from '../oauth/own-page.ts'
import { parametersOf } from '../oauth/parameters.ts'
import { applyEnded } from '../oauth/redeem.ts'
import { registerSessionCookie } from '../oauth/session-cookie.ts'
import { signOut } from '../oauth/sign-out.ts'

// The page requests the next token before one expires.
const lifetime = { lifetimeSeconds: sessionTokenSeconds }

const { access_token, token_type, expires_in, scope } = OauthToken.properties
const SessionToken = Type.Object(
  { access_token, token_type, expires_in, scope },
  {
    examples: [
      { access_token: 'eyJhbGciOiJFZERTQSJ9…', token_type: 'Bearer', expires_in: 600, scope: 'questions:read expert' },
    ],
  },
)
const Comparison = Type.Object({
  present: Nullable(
    Type.Object({
      name: Type.String({ examples: ['Ada'] }),
      isStaff: Type.Boolean({ description: 'Whether the person is an expert, agent or admin.' }),
    }),
  ),
  next: Type.Object({
    name: Type.String({ examples: ['Ada'] }),
    isPresent: Type.Boolean({ description: 'Whether both are the same person.' }),
  }),
})

/**
 * Mounts the sessions of our own pages (RFC 9700, token-mediating backend). The browser holds a cookie that no script can
 * read. The page holds a token of ten minutes in memory. A cookie authorizes only these requests, because the API
 * accepts nothing but bearer tokens. Only our own pages may send them. `errors` documents the error answers of the authorization endpoints.
 */
export const sessionRoutes =
  (context: Context, rates: RateLimits, errors: Record<number, object>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, config } = context
    const cookie = await registerSessionCookie(app, config.issuer, config.signInLifetimeSeconds)

    app.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store' })
      if (!isFromOwnPage(request, config.issuer)) {
        throw new OauthFault(403, 'access_denied', `Only pages at ${config.issuer} may use sessions.`)
      }
    })

    async function mint(request: FastifyRequest, reply: FastifyReply, secret: string): Promise<TokenAnswer> {
      rates.bySession(reply, secret)
      const key = await signingKey(db, context.secrets)
      const answer = await inSystem(db, async (tx) => {
        const family = await findSession(tx, secret, originOf(request))
        return family && issueFamilyToken(app, context, tx, key, family, lifetime)
      })
      if (!answer) {
        cookie.clear(reply)
        throw new OauthFault(401, 'invalid_grant', 'This browser has no session, or it has expired.')
      }
      return answer
    }

    app.route({
      method: 'POST',
      url: `${base}/oauth/session`,
      schema: {
        tags: ['oauth'],
        operationId: 'openSession',
        summary: 'Open a session of this browser with the code of a sign-in through `askline-desk`',
        description: 'Ends the previous session of this browser.',
        body: Type.Object({ code: Type.String(), code_verifier: Type.String(), redirect_uri: Type.String() }),
        response: { 200: plain(SessionToken), ...errors },
        security: [],
      },
      handler: async (request, reply) => {
        const { code = '', code_verifier: codeVerifier = '', redirect_uri: redirectUri } = parametersOf(request.body)
        const opened = await inSystem(db, async (tx) => {
          const given = { code, clientId: builtInClientId, redirectUri, codeVerifier }
          const redeemed = await redeemCode(tx, given, originOf(request))
          if (redeemed.outcome === 'refused') return { ended: redeemed.ended }
          const ended = await signOut(tx, cookie.read(request), originOf(request))
          return { ended, secret: await openSession(tx, redeemed.family) }
        })
        applyEnded(context, opened.ended)
        if (!opened.secret) {
          throw new OauthFault(400, 'invalid_grant', 'The code is unknown, expired or used. Sign in again.')
        }
        cookie.set(reply, opened.secret)
        return mint(request, reply, opened.secret)
      },
    })

    app.route({
      method: 'POST',
      url: `${base}/oauth/session/asker`,
      schema: {
        tags: ['oauth'],
        operationId: 'openAskerSession',
        summary: "Open a session of this browser with the code that a company's server created for its user",
        description:
          'The answer sets a cookie unless `embedded` is true; the widget requests another code when its token expires. A session of another asker is 403 unless `replace` is true, which ends that session. A session of an expert, agent or admin is always 403, and the code is used up.',
        body: Type.Object({
          code: Type.String(),
          embedded: Type.Optional(Type.Literal('true')),
          replace: Type.Optional(Type.Literal('true')),
        }),
        response: { 200: plain(SessionToken), ...errors },
        security: [],
      },
      handler: async (request, reply) => {
        const { code = '', embedded, replace } = parametersOf(request.body)
        const held = embedded === 'true' ? undefined : cookie.read(request)
        const key = await signingKey(db, context.secrets)
        const opened = await inSystem(db, async (tx) => {
          const session = held === undefined ? undefined : await findSession(tx, held, originOf(request))
          const next = session && (await findAskerSignIn(tx, code))
          if (next && session.role !== 'user') {
            return { ended: await endFamily(tx.of(next.companyId), next.familyId), refusal: staffSession() }
          }
          if (next && session.userId !== next.userId && replace !== 'true')
            return { ended: [], refusal: otherSession() }
          const redeemed = await redeemAskerSignIn(tx, code, originOf(request))
          const family = redeemed.outcome === 'redeemed' ? redeemed.family : redeemed.of
          if (family) {
            const { companyId, userId: id, role: kind, familyId: targetId } = family
            const act = { companyId, actor: { kind, id }, targetId, ...originOf(request) }
            if (redeemed.outcome === 'redeemed') await recordAct(tx, { ...act, action: 'sign_in' })
            else await recordAct(tx, { ...act, action: 'token_reuse', outcome: 'failure' })
          }
          if (redeemed.outcome === 'refused') return { ended: redeemed.ended, refusal: uselessCode() }
          const ended = session ? await endFamily(tx.of(session.companyId), session.familyId) : []
          const secret = embedded === 'true' ? undefined : await openSession(tx, redeemed.family)
          return { ended, secret, answer: await issueFamilyToken(app, context, tx, key, redeemed.family, lifetime) }
        })
        applyEnded(context, opened.ended)
        if (!opened.answer) throw opened.refusal
        if (opened.secret !== undefined) cookie.set(reply, opened.secret)
        return opened.answer
      },
    })

    app.route({
      method: 'POST',
      url: `${base}/oauth/session/asker/compare`,
      schema: {
        tags: ['oauth'],
        operationId: 'compareAskerSession',
        summary: 'Return the person of this session, and the person that a code would sign in, without using the code',
        body: Type.Object({ code: Type.String() }),
        response: { 200: plain(Comparison), ...errors },
        security: [],
      },
      handler: async (request) => {
        const { code = '' } = parametersOf(request.body)
        const held = cookie.read(request)
        const nameOf = async (tx: Tx, { companyId, userId }: SessionFamily) =>
          (await findMe(tx.of(companyId), { id: userId, companyId })).name
        return inSystem(db, async (tx) => {
          const next = await findAskerSignIn(tx, code)
          if (!next) throw uselessCode()
          const present = held === undefined ? undefined : await findSession(tx, held, originOf(request))
          return {
            present: present ? { name: await nameOf(tx, present), isStaff: present.role !== 'user' } : null,
            next: { name: await nameOf(tx, next), isPresent: present?.userId === next.userId },
          }
        })
      },
    })

    app.route({
      method: 'POST',
      url: `${base}/oauth/session/asker/discard`,
      schema: {
        tags: ['oauth'],
        operationId: 'discardAskerCode',
        summary: 'Invalidate a code without opening a session',
        body: Type.Object({ code: Type.String() }),
        response: { 200: plain(Type.Object({})), ...errors },
        security: [],
      },
      handler: async (request) => {
        const { code = '' } = parametersOf(request.body)
        const ended = await inSystem(db, async (tx) => {
          const family = await findAskerSignIn(tx, code)
          return family ? endFamily(tx.of(family.companyId), family.familyId) : []
        })
        applyEnded(context, ended)
        return {}
      },
    })

    app.route({
      method: 'POST',
      url: `${base}/oauth/session/token`,
      schema: {
        tags: ['oauth'],
        operationId: 'mintSessionToken',
        summary: 'Obtain an access token for the session of this browser, valid for ten minutes',
        response: {
          200: plain(SessionToken),
          204: Type.Null({ description: 'This browser has no session.' }),
          ...errors,
        },
        security: [],
      },
      handler: async (request, reply) => {
        const secret = cookie.read(request)
        // No error, because a browser would log it at each first visit.
        return secret === undefined ? reply.code(204).send(null) : mint(request, reply, secret)
      },
    })

    app.route({
      method: 'POST',
      url: `${base}/oauth/session/end`,
      schema: {
        tags: ['oauth'],
        operationId: 'endSession',
        summary: 'End the session of this browser and all its tokens',
        response: { 200: plain(Type.Object({})), ...errors },
        security: [],
      },
      handler: async (request, reply) => {
        const secret = cookie.read(request)
        if (secret !== undefined) {
          applyEnded(context, await inSystem(db, (tx) => signOut(tx, secret, originOf(request))))
        }
        cookie.clear(reply)
        return {}
      },
    })
  }

const uselessCode = () =>
  new OauthFault(400, 'invalid_grant', 'The code is unknown, expired or used. Obtain another one.')
const otherSession = () =>
  new OauthFault(
    403,
    'access_denied',
    'Another person is signed in to this browser. Send `replace` to end their session.',
  )
const staffSession = () =>
  new OauthFault(403, 'access_denied', 'An expert, agent or admin is signed in to this browser. Sign out first.')
