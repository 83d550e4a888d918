import { limits, MeView, type Scope } from '@askline/contracts'
import { inSystem, readCompany } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { changeOwnPassword, findPassword, wrongPassword } from '@askline/domain/access/own-password'
import { InvalidValueError } from '@askline/domain/errors'
import { findMe } from '@askline/domain/people/me'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { idempotencyKeyOf } from '../act.ts'
import type { RouteContext } from '../context.ts'
import { answers } from '../http/answers.ts'
import { principalOf } from '../http/request-state.ts'
import type { GuessLimits } from '../oauth/guess-limits.ts'
import { hashPassword, isPassword } from '../oauth/passwords.ts'
import { applyEnded } from '../oauth/redeem.ts'
import { accountOf } from '../oauth/sign-in.ts'

const Passwords = Type.Object({
  currentPassword: Type.String({ minLength: 1, maxLength: limits.passwordLength }),
  newPassword: Type.String({
    minLength: limits.passwordLengthMin,
    maxLength: limits.passwordLength,
    description: 'Any characters. A long sentence is better than a short mix.',
  }),
})

/** Serves the identity of the caller, and lets people change their own password. */
export const meRoutes =
  (context: RouteContext, guesses: GuessLimits): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, gate, config } = context

    app.route({
      ...gate('getMe'),
      schema: { response: answers(MeView) },
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

    // Not through `act`, which would store a fast hash of the passwords. A repeated request finds its work done.
    app.route({
      ...gate('changeOwnPassword'),
      schema: { body: Passwords, response: answers(Type.Object({ uuid: Type.String() })) },
      handler: async (request, reply) => {
        idempotencyKeyOf(request)
        const { id, kind, companyId, claims } = principalOf(request)
        const { currentPassword, newPassword } = request.body
        if (currentPassword === newPassword) throw unchangedPassword()
        await guesses.signIn(request, reply)
        const person = await inSystem(db, (tx) => findPassword(tx.of(companyId), id))
        const counted = await guesses.password(accountOf(person?.email ?? id), request.ip)
        const from = person?.passwordHash
        const act = {
          companyId,
          action: 'own_password_changed',
          actor: { kind, id },
          targetId: id,
          correlationId: request.id,
        } as const
        if (!from || !(await isPassword(from, currentPassword))) {
          if (await isPassword(from, newPassword)) {
            await counted.succeed()
            return { uuid: id }
          }
          await inSystem(db, (tx) => recordAct(tx, { ...act, outcome: 'failure', reason: 'wrong_password' }))
          throw wrongPassword()
        }
        const to = await hashPassword(newPassword)
        const ended = await inSystem(db, async (tx) => {
          const tokens = await changeOwnPassword(tx.of(companyId), { userId: id, from, to, jti: claims.jti })
          await recordAct(tx, act)
          return tokens
        })
        await counted.succeed()
        applyEnded(context, ended)
        return { uuid: id }
      },
    })
  }

const unchangedPassword = () =>
  new InvalidValueError('password_unchanged', 'newPassword', 'other', 'The new password is the current one.')
