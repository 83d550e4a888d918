import { setTimeout as pause } from 'node:timers/promises'
import { DateTime, passwordLinkPurposes, roles } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { findPasswordLink, type PasswordLink, usePasswordLink } from '@askline/domain/access/password-links'
import { requestPassword } from '@askline/domain/access/password-requests'
import { nameOf } from '@askline/domain/companies/names'
import { DomainError } from '@askline/domain/errors'
import { dateTime } from '@askline/domain/format/dates'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import type { DescribePublicEndpoint } from '../http/describe-endpoint.ts'
import { base } from '../http/gate.ts'
import { originOf } from '../http/request-state.ts'
import { registerBrowserSignIn } from '../oauth/browser-sign-in.ts'
import type { GuessLimits } from '../oauth/guess-limits.ts'
import { assertStrongPassword } from '../oauth/password-strength.ts'
import { hashPassword } from '../oauth/passwords.ts'
import { Email, Name, NewPassword, Slug, Uuid } from './fields.ts'

/**
 * Least duration in ms of a request for a new password. It is longer than the commit of one, which unknown addresses do not cause,
 * so the duration does not tell whether an address is known.
 */
const leastMs = 100

const Token = Type.String({ minLength: 1, maxLength: 200, description: 'The token of the link: the part after `#`.' })
const email = Type.String({
  description: 'The address with which the person signs in.',
  examples: ['dora@example.com'],
})
const name = Type.String({ description: 'The name of the person.', examples: ['Dora'] })
const role = Type.Enum(roles.filter((one) => one !== 'user'))
const company = Type.Object({
  tag: Type.String({ examples: ['bank'] }),
  name: Type.String({ examples: ['Example Bank'] }),
})
const Preview = Type.Object({
  purpose: Type.Enum(passwordLinkPurposes),
  company,
  role,
  email,
  name,
  dateExpires: DateTime,
})
const Accepted = Type.Object({ uuid: Uuid, email, name, role, company })

const linkRules =
  'The token is the part of the link after `#`. Unknown, expired and used links have the same answer. The answer for a used or replaced invitation also names the person who can make another one. Wrong tokens from one network are delayed like wrong passwords.'
const cookieRule =
  'Pages of this service also get a session cookie, which signs the browser in. Other clients get no cookie.'

/** Serves the links with which people set their password, and the request for one. None of them needs a token. */
export const linkRoutes =
  (context: Context, publicEndpoint: DescribePublicEndpoint, guesses: GuessLimits): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, verifier } = context
    const browser = await registerBrowserSignIn(app, context)

    /** Runs `work` on a token of a request. Only wrong tokens are counted. Throws 429 while a delay lasts. */
    async function withToken<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
      const counted = await guesses.token(request)
      try {
        const result = await work()
        await counted.succeed()
        return result
      } catch (error) {
        if (!isWrongToken(error)) await counted.succeed()
        throw error
      }
    }

    /** Sets the password of a link's person and signs in the browser of our own page. */
    async function setPassword(
      request: FastifyRequest,
      reply: FastifyReply,
      {
        token,
        purpose,
        password,
        ...wanted
      }: { token: string; purpose: PasswordLink['purpose']; password: string; name?: string },
    ): Promise<PasswordLink> {
      // Before the password is hashed, which is slow on purpose, so that wrong tokens do not cost a hash.
      const found = await inSystem(db, (tx) => findPasswordLink(tx, token, purpose))
      const name = wanted.name === undefined ? undefined : nameOf(wanted.name, 'name')
      assertStrongPassword(password, { ...found, name: name ?? found.name }, 'password')
      const passwordHash = await hashPassword(password)
      const { link, endedAt, cookies } = await inSystem(db, async (tx) => {
        const used = await usePasswordLink(tx, { token, purpose, passwordHash, name })
        const { companyId, userId, role: kind } = used.link
        const action = purpose === 'INVITATION' ? 'invitation_accepted' : 'password_reset'
        await recordAct(tx, { companyId, action, actor: { kind, id: userId }, targetId: userId, ...originOf(request) })
        return { ...used, cookies: await browser.open(tx, request, used.link) }
      })
      verifier.noteRevoked('person', link.userId, endedAt)
      browser.setCookies(reply, cookies)
      return link
    }

    for (const prefix of [base, ''] as const) {
      app.route({
        ...publicEndpoint(
          {
            name: 'previewLink',
            method: 'POST',
            tag: 'links',
            path: '/oauth/links/preview',
            summary: 'Return the owner, purpose and expiry of a link without using it',
            description: linkRules,
            body: Type.Object({ token: Token }),
            answer: Preview,
            errors: { 400: ['token_invalid', 'invitation_spent'] },
          },
          prefix,
        ),
        handler: (request) =>
          withToken(request, async () => {
            const link = await inSystem(db, (tx) => findPasswordLink(tx, request.body.token))
            const { purpose, company, role, email, name, expiresAt } = link
            return { purpose, company, role, email, name, dateExpires: dateTime(expiresAt) }
          }),
      })

      app.route({
        ...publicEndpoint(
          {
            name: 'acceptInvitation',
            method: 'POST',
            tag: 'links',
            path: '/oauth/invitations/accept',
            summary: 'Accept an invitation by setting a name and password, and end all sessions of the person',
            description: `${linkRules} ${cookieRule}`,
            body: Type.Object({
              token: Token,
              name: Type.Optional(
                Name('The name, visible to askers in messages of the person. By default, the name stays.', 'Dora'),
              ),
              password: NewPassword,
            }),
            answer: Accepted,
            errors: { 400: ['token_invalid', 'invitation_spent', 'password_weak', 'name_invalid'] },
          },
          prefix,
        ),
        handler: (request, reply) =>
          withToken(request, async () => {
            const link = await setPassword(request, reply, { ...request.body, purpose: 'INVITATION' })
            const { userId: uuid, email, name, role, company } = link
            return { uuid, email, name, role, company }
          }),
      })

      app.route({
        ...publicEndpoint(
          {
            name: 'setForgottenPassword',
            method: 'POST',
            tag: 'links',
            path: '/oauth/password/reset',
            summary: 'Set a new password with a link, and end all sessions of the person',
            description: `${linkRules} ${cookieRule}`,
            body: Type.Object({ token: Token, password: NewPassword }),
            answer: Type.Object({ uuid: Uuid }),
            errors: { 400: ['token_invalid', 'password_weak'] },
          },
          prefix,
        ),
        handler: (request, reply) =>
          withToken(request, async () => {
            const { token, password } = request.body
            const { userId: uuid } = await setPassword(request, reply, { token, password, purpose: 'RESET' })
            return { uuid }
          }),
      })

      app.route({
        ...publicEndpoint(
          {
            name: 'forgotPassword',
            method: 'POST',
            tag: 'links',
            path: '/oauth/password/forgot',
            summary: 'Request a link to set a new password',
            description:
              'The answer is the same for known and unknown addresses. Admins see the request of an expert, agent or admin until they make a link. A network may send at most ten requests per minute.',
            body: Type.Object({
              email: Email('The address with which the person signs in.'),
              company: Type.Optional(
                Slug('The tag of the company. By default, the request applies to every company with this address.'),
              ),
            }),
            answer: Type.Object({}),
            status: 202,
            errors: { 400: [] },
          },
          prefix,
        ),
        handler: async (request, reply) => {
          await guesses.passwordRequest(request, reply)
          const { email, company } = request.body
          const wanted = { email, company: company?.trim().toLowerCase(), origin: originOf(request) }
          await Promise.all([inSystem(db, (tx) => requestPassword(tx, wanted)), pause(leastMs)])
          reply.code(202)
          return {}
        },
      })
    }
  }

const isWrongToken = (error: unknown): boolean => error instanceof DomainError && error.code === 'token_invalid'
