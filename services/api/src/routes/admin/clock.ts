import { ClockAdvanceView, ClockView } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { advanceClock, findAdvance, findClock } from '@askline/domain'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { administer } from '../../administer.ts'
import type { RouteContext } from '../../context.ts'
import { answers } from '../../http/answers.ts'
import { principalOf } from '../../http/request-state.ts'

/** ms that an answer waits for the end of an advance, and between two looks: everything is answered within eight seconds. */
const patienceMs = 6_000
const lookMs = 25

/** The clock of a sandbox. */
export const clockRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, gate } = context

    app.route({
      ...gate('getClock'),
      schema: { response: answers(ClockView) },
      handler: (request) => {
        const { companyId } = principalOf(request)
        return inCompany(db, companyId, (tx) => findClock(tx, companyId))
      },
    })

    app.route({
      ...gate('advanceClock'),
      schema: {
        body: Type.Object({
          advance: Type.String({
            minLength: 1,
            maxLength: 40,
            description: 'ISO 8601 duration in weeks, days, hours, minutes and seconds; PT1S to P31D.',
            examples: ['PT8H'],
          }),
        }),
        response: answers(ClockAdvanceView),
      },
      handler: async (request, reply) => {
        const { companyId } = principalOf(request)
        const { advance } = request.body
        const asked = await administer(context, request, reply, {
          action: 'clock_advanced',
          work: (tx) => advanceClock(tx, { companyId, advance, correlationId: request.id }),
        })
        // Also where the answer is a stored one: what it tells has gone on meanwhile.
        return finished(companyId, (asked as ClockAdvanceView).uuid)
      },
    })

    /** The advance when it is finished, or as far as it has come while a caller can wait. */
    async function finished(companyId: string, advanceId: string): Promise<ClockAdvanceView> {
      const giveUpAt = performance.now() + patienceMs
      for (;;) {
        const view = await inCompany(db, companyId, (tx) => findAdvance(tx, companyId, advanceId))
        if (view.isFinished || performance.now() > giveUpAt) return view
        await new Promise((resolve) => setTimeout(resolve, lookMs))
      }
    }
  }
