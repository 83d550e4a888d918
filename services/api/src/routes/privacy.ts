import { ForgetReceiptView, limits, Paging } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { ForbiddenError } from '@askline/domain/errors'
import { findPerson } from '@askline/domain/people/find-person'
import { mustLeaveAnAdmin } from '@askline/domain/people/last-admin'
import { findForgetReceipt, forgetPerson, listForgetReceipts } from '@askline/domain/privacy/forget'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act, WithAside } from '../act.ts'
import { asSystem } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { forPrivacy } from '../http/callers.ts'
import { principalOf } from '../http/request-state.ts'
import { Email, Page } from './fields.ts'

/** Routes that forget people. */
export const privacyRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint, verifier } = context

    app.route({
      ...endpoint({
        name: 'forgetUser',
        method: 'POST',
        path: '/users/forget',
        ...forPrivacy,
        summary: 'Forget a user and erase their data',
        body: Type.Object({ userEmail: Email('The e-mail address of the person to forget.') }),
        answer: ForgetReceiptView,
        errors: { 400: ['email_invalid', 'last_admin'], 403: ['forbidden'] },
        sample: { body: { userEmail: 'nobody@bank.example' }, shown: { userEmail: 'ada@example.com' } },
      }),
      handler: (request, reply) => {
        const { companyId, kind } = principalOf(request)
        const correlationId = request.id
        return act(context, request, reply, {
          inEveryCompany: true,
          by: asSystem(request),
          audit: 'user_forgotten',
          work: async (tx) => {
            const { userEmail: email } = request.body
            const person = await findPerson(tx, companyId, email)
            if (person && person.role !== 'user' && kind === 'integration') {
              const message =
                'This address belongs to an expert, agent or admin. An integration can forget only users; ask an admin.'
              throw new ForbiddenError('forbidden', message)
            }
            if (person) await mustLeaveAnAdmin(tx, companyId, person.userId)
            const forgotten = await forgetPerson(tx, { companyId, email, correlationId })
            return new WithAside(forgotten.receipt, forgotten.ended)
          },
          answer: (data, ended) => {
            if (ended) verifier.noteRevoked('person', ended.userId, ended.at)
            return data
          },
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'listForgetReceipts',
        method: 'GET',
        path: '/users/forget',
        ...forPrivacy,
        summary: 'List the receipts of forget requests, newest first',
        query: Page,
        answer: Type.Object({ receipts: Type.Array(ForgetReceiptView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const found = await inCompany(db, companyId, (tx) => listForgetReceipts(tx, companyId, { limit, cursor }))
        return { receipts: found.receipts, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: 'getForgetReceipt',
        method: 'GET',
        path: '/users/forget/:uuid',
        of: 'receipt',
        ...forPrivacy,
        summary: 'Return the receipt of a forget request',
        answer: ForgetReceiptView,
        errors: {},
      }),
      handler: (request) => {
        const { companyId } = principalOf(request)
        return inCompany(db, companyId, (tx) => findForgetReceipt(tx, companyId, request.params.uuid.toLowerCase()))
      },
    })
  }
