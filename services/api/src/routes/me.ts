import { limits, MeView, type Scope } from '@askline/contracts'
import { inSystem, readCompany } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { hashSecret } from '@askline/domain/access/credentials'
import { changeOwnPassword, findPassword, wrongPassword } from '@askline/domain/access/own-password'
import { DomainError, InvalidValueError } from '@askline/domain/errors'
import { findAnswer, storeAnswerWith } from '@askline/domain/idempotency'
import { findMe } from '@askline/domain/people/me'
import cookie from '@fastify/cookie'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { idempotencyKeyOf, keyReused } from '../act.ts'
import type { RouteContext } from '../context.ts'
import { forReaders, forWriters, staff } from '../http/callers.ts'
import { exampleText } from '../http/example-values.ts'
import { originOf, principalOf } from '../http/request-state.ts'
import { deviceCookie } from '../oauth/device-cookie.ts'
import type { GuessLimits } from '../oauth/guess-limits.ts'
import { assertStrongPassword } from '../oauth/password-strength.ts'
import { hashPassword, isPassword } from '../oauth/passwords.ts'
import { applyEnded } from '../oauth/redeem.ts'
import { accountOf, findKnownDevice } from '../oauth/sign-in.ts'
import { NewPassword } from './fields.ts'

const Passwords = Type.Object({
  currentPassword: Type.String({ minLength: 1, maxLength: limits.passwordLength }),
  newPassword: NewPassword,
})

/** Serves the identity of the caller, and lets people change their own password. */
export const meRoutes =
  (context: RouteContext, guesses: GuessLimits): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint, config } = context
    await app.register(cookie)
    const browser = deviceCookie(config.issuer)

    app.route({
      ...endpoint({
        name: 'getMe',
        method: 'GET',
        path: '/me',
        ...forReaders,
        summary: 'Return the caller, with its scopes, company and the address of the socket',
        answer: MeView,
        errors: {},
      }),
      handler: async (request) => {
        const { id, kind, companyId, claims } = principalOf(request)
        const found = await readCompany(db, companyId, (tx) => findMe(tx, { id, companyId }))
        return {
          uuid: id,
          role: kind,
          scopes: claims.scope.split(' ') as Scope[],
          socketUrl: config.socketUrl,
          ...found,
        }
      },
    })

    // Not through `act`, which would store a fast hash of the passwords.
    app.route({
      ...endpoint({
        name: 'changeOwnPassword',
        method: 'POST',
        path: '/me/password',
        ...forWriters,
        callers: staff,
        summary: "Change the caller's password and end their other sessions",
        description:
          'The session of this token and personal credentials stay valid. A wrong `currentPassword` counts as a failed sign-in. If the answer is lost, repeat the request with the same token and `Idempotency-Key`.',
        body: Passwords,
        answer: Type.Object({ uuid: Type.String() }),
        errors: { 400: ['password_wrong', 'password_unchanged', 'password_weak'] },
        sample: {
          body: { currentPassword: exampleText, newPassword: `${exampleText} Quickly.` },
          shown: { currentPassword: 'correct horse battery staple', newPassword: 'another long sentence of mine' },
        },
      }),
      handler: async (request, reply) => {
        const key = idempotencyKeyOf(request)
        const { id, kind, companyId, claims } = principalOf(request)
        const { currentPassword, newPassword } = request.body
        if (currentPassword === newPassword) throw unchangedPassword()
        const person = await inSystem(db, (tx) => findPassword(tx.of(companyId), id))
        const email = person?.email ?? id
        const device = await findKnownDevice(context, email, browser.read(request))
        const counted = await guesses.password({ account: accountOf(email), address: request.ip, device })
        const from = person?.passwordHash
        // Identified by its token in place of its body.
        const keyed =
          key === undefined ? undefined : { companyId, principal: id, key, requestHash: hashSecret(claims.jti) }
        const act = {
          companyId,
          action: 'own_password_changed',
          actor: { kind, id },
          targetId: id,
          ...originOf(request),
        } as const
        const repeat = async () => {
          const first = keyed && (await inSystem(db, (tx) => findAnswer(tx.of(companyId), keyed)))
          if (!first) return undefined
          const present = await inSystem(db, (tx) => findPassword(tx.of(companyId), id))
          if (first === 'key-reused' || !(await isPassword(present?.passwordHash, newPassword))) throw keyReused()
          await counted.succeed()
          reply.header('idempotency-replayed', 'true')
          return { uuid: id }
        }
        const repeated = await repeat()
        if (repeated) return repeated

        if (!person || !from || !(await isPassword(from, currentPassword))) {
          await inSystem(db, (tx) => recordAct(tx, { ...act, outcome: 'failure', reason: 'wrong_password' }))
          throw wrongPassword()
        }
        await counted.succeed()
        assertStrongPassword(newPassword, person, 'newPassword')
        const to = await hashPassword(newPassword)
        try {
          const ended = await inSystem(db, async (tx) => {
            const own = tx.of(companyId)
            const tokens = await changeOwnPassword(own, { companyId, userId: id, from, to, familyId: claims.sid })
            await recordAct(tx, act)
            if (keyed) storeAnswerWith(own, keyed, { status: 200, body: { uuid: id } })
            return tokens
          })
          applyEnded(context, ended)
          return { uuid: id }
        } catch (error) {
          // A concurrent twin may have changed the password first.
          const first = error instanceof DomainError ? await repeat() : undefined
          if (!first) throw error
          return first
        }
      },
    })
  }

const unchangedPassword = () =>
  new InvalidValueError('password_unchanged', 'newPassword', 'other', 'The new password equals the current one.')
