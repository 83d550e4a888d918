import { setTimeout as pause } from 'node:timers/promises'
import { ClockAdvanceView, ClockView } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { advanceClock, findAdvance, findClock } from '@askline/domain/routing/clock-advances'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act } from '../../act.ts'
import { asAdmin } from '../../actors.ts'
import type { RouteContext } from '../../context.ts'
import { forAdmins } from '../../http/callers.ts'
import { principalOf } from '../../http/request-state.ts'

/** Maximum ms that an answer waits for the end of an advance. */
const waitMs = 6_000
/** Poll interval in ms meanwhile. */
const pollMs = 25

/** Routes of a sandbox's clock. */
export const clockRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint } = context

    app.route({
      ...endpoint({
        name: 'getClock',
        method: 'GET',
        path: '/admin/clock',
        ...forAdmins,
        summary: "Return the company's time and the progress of its last advance",
        answer: ClockView,
        errors: {},
      }),
      handler: (request) => {
        const { companyId } = principalOf(request)
        return inCompany(db, companyId, (tx) => findClock(tx, companyId))
      },
    })

    app.route({
      ...endpoint({
        name: 'advanceClock',
        method: 'POST',
        path: '/admin/clock',
        ...forAdmins,
        summary: "Advance a sandbox's clock and process the deadlines in between",
        body: Type.Object({
          advance: Type.String({
            minLength: 1,
            maxLength: 40,
            description: 'An ISO 8601 duration in weeks, days, hours, minutes and seconds, from PT1S to P31D.',
            examples: ['PT8H'],
          }),
        }),
        answer: ClockAdvanceView,
        errors: { 400: ['not_a_sandbox', 'duration_invalid', 'too_many_advances'] },
        sample: { body: { advance: 'PT1H' } },
      }),
      handler: async (request, reply) => {
        const { companyId } = principalOf(request)
        const { advance } = request.body
        const asked = await act(context, request, reply, {
          by: asAdmin(request),
          audit: 'clock_advanced',
          work: (tx) => advanceClock(tx, { companyId, advance, correlationId: request.id }),
        })
        // A stored answer is read again too, because the advance has progressed.
        return finished(companyId, (asked as ClockAdvanceView).uuid)
      },
    })

    /** Returns the advance when it is finished, or its progress after `waitMs`. */
    async function finished(companyId: string, advanceId: string): Promise<ClockAdvanceView> {
      const giveUpAt = performance.now() + waitMs
      for (;;) {
        const view = await inCompany(db, companyId, (tx) => findAdvance(tx, companyId, advanceId))
        if (view.isFinished || performance.now() > giveUpAt) return view
        await pause(pollMs)
      }
    }
  }
