import { MeView, Uuid } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { isSetUp, setUp } from '@askline/domain/companies/set-up'
import { SetupDoneError } from '@askline/domain/errors'
import { findMe } from '@askline/domain/people/me'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import type { PublicGate } from '../http/public-gate.ts'
import { originOf } from '../http/request-state.ts'
import { answers } from '../http/response-schema.ts'
import { registerBrowserSignIn } from '../oauth/browser-sign-in.ts'
import type { GuessLimits } from '../oauth/guess-limits.ts'
import { checkSetup, hashSetup, SetupFields } from '../setup-fields.ts'

const token = Type.String({
  minLength: 1,
  maxLength: 256,
  description:
    'The setup token: the part after `#` of the link printed by the first start, `deploy/install.sh` or `askline setup link`.',
  examples: ['n0xJq2…'],
})
const SetupDone = Type.Object({
  company: MeView.properties.company,
  admin: Type.Object({ uuid: Uuid, email: Type.String(), name: Type.String() }),
})

/** Serves the setup of the first company. Our own page is signed in as its admin afterwards. */
export const setupRoutes =
  (context: Context, gate: PublicGate, guesses: GuessLimits): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db } = context
    const browser = await registerBrowserSignIn(app, context)
    const { onRequest, ...options } = gate('setUp')

    app.route({
      ...options,
      // Before the body is read, so that the answer is 404 whatever it holds.
      async onRequest(request: FastifyRequest, reply: FastifyReply) {
        await onRequest(request, reply)
        if (await isSetUp(db)) throw new SetupDoneError()
      },
      schema: {
        body: Type.Object({ token, ...SetupFields.properties }),
        response: answers(SetupDone, 201),
      },
      handler: async (request, reply) => {
        const { token, ...fields } = request.body
        checkSetup(fields)
        const counted = await guesses.token(request)
        const setup = await hashSetup(fields)
        const { done, cookies } = await inSystem(db, async (tx) => {
          const { companyId, userId } = await setUp(tx, setup, { token, ...originOf(request) })
          const cookies = await browser.open(tx, request, { companyId, userId, role: 'admin' })
          const { company, name, email } = await findMe(tx.of(companyId), { id: userId, companyId })
          return { cookies, done: { company, admin: { uuid: userId, email, name } } }
        })
        await counted.succeed()
        browser.setCookies(reply, cookies)
        reply.code(201)
        return done
      },
    })
  }
