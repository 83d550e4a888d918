import { MeView, Uuid } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { isSetUp, setUp } from '@askline/domain/companies/set-up'
import { SetupDoneError } from '@askline/domain/errors'
import { findMe } from '@askline/domain/people/me'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import type { DescribePublicEndpoint } from '../http/describe-endpoint.ts'
import { originOf } from '../http/request-state.ts'
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
  (context: Context, publicEndpoint: DescribePublicEndpoint, guesses: GuessLimits): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db } = context
    const browser = await registerBrowserSignIn(app, context)
    const { onRequest, ...options } = publicEndpoint({
      name: 'setUp',
      method: 'POST',
      path: '/setup',
      tag: 'setup',
      summary: 'Create the first company and its first admin, with a setup token',
      description:
        'Possible only while no company exists; later the answer is 404. Operators create further companies with `askline company create`. Unknown, replaced and expired tokens have the same answer. Wrong tokens from one network are delayed like wrong passwords.',
      body: Type.Object({ token, ...SetupFields.properties }),
      answer: SetupDone,
      status: 201,
      errors: {
        400: ['token_invalid', 'email_invalid', 'password_weak'],
        404: { description: 'The setup is complete, because a company exists.', codes: ['setup_done'] },
      },
    })

    app.route({
      ...options,
      // Before the body is read, so that the answer is 404 whatever it holds.
      async onRequest(request: FastifyRequest, reply: FastifyReply) {
        await onRequest(request, reply)
        if (await isSetUp(db)) throw new SetupDoneError()
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
