import { ForgetReceiptView } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { findForgetReceipt, findPerson, forgetPerson, mustLeaveAnAdmin, recordAct } from '@askline/domain'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { actWithAside } from '../act.ts'
import type { RouteContext } from '../context.ts'
import { answers } from '../http/answers.ts'
import { principalOf } from '../http/request-state.ts'
import { Email, Path } from './fields.ts'

/** Forgetting people. */
export const privacyRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, gate, verifier } = context

    app.route({
      ...gate('forgetUser'),
      schema: {
        body: Type.Object({ userEmail: Email('Whom to forget.') }),
        response: answers(ForgetReceiptView),
      },
      handler: async (request, reply) => {
        const { id, kind, companyId } = principalOf(request)
        const correlationId = request.id
        const { data, aside: ended } = await actWithAside(context, request, reply, {
          inEveryCompany: true,
          by: async () => ({ kind: 'system', companyId, correlationId }) as const,
          work: async (tx) => {
            const { userEmail: email } = request.body
            const person = await findPerson(tx, companyId, email)
            if (person) await mustLeaveAnAdmin(tx, companyId, person.userId)
            const forgotten = await forgetPerson(tx, { companyId, email, correlationId })
            const actor = { kind, id } as const
            const targetId = forgotten.receipt.uuid
            await recordAct(tx, { companyId, action: 'user_forgotten', actor, targetId, correlationId })
            return { data: forgotten.receipt, aside: forgotten.ended }
          },
        })
        // Committed before it is noted, and noted before it is answered.
        if (ended) verifier.noteRevoked('person', ended.userId, ended.at)
        return data
      },
    })

    app.route({
      ...gate('getForgetReceipt'),
      schema: { params: Path, response: answers(ForgetReceiptView) },
      handler: (request) => {
        const { companyId } = principalOf(request)
        return inCompany(db, companyId, (tx) => findForgetReceipt(tx, companyId, request.params.uuid.toLowerCase()))
      },
    })
  }
