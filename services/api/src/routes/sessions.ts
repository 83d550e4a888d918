import { type SessionView, SessionView as View } from '@askline/contracts'
import { inSystem } from '@askline/db'
import type { EndedFamily } from '@askline/domain/access/families'
import { endSessionOf, endSessions, listSessions, type OpenSession } from '@askline/domain/access/session-list'
import { dateTime } from '@askline/domain/format/dates'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import { act, WithAside } from '../act.ts'
import { asSystem } from '../actors.ts'
import { browserNameOf } from '../browser-name.ts'
import type { RouteContext } from '../context.ts'
import { principalOf } from '../http/request-state.ts'
import { answers } from '../http/response-schema.ts'
import { applyEnded } from '../oauth/redeem.ts'
import { uuidOf } from '../repeated-ids.ts'
import { Path, Uuid } from './fields.ts'

export const Sessions = Type.Object({ sessions: Type.Array(View) })
const Named = Type.Object({ uuid: Type.Optional(Uuid) })

/** Returns the view of sign-ins for a token that comes from `currentId`, if it comes from a sign-in. */
export function sessionsViewOf(rows: readonly OpenSession[], currentId: string | undefined): Static<typeof Sessions> {
  const viewOf = ({ familyId, createdAt, usedAt, userAgent, network }: OpenSession): SessionView => ({
    uuid: familyId,
    dateCreated: dateTime(createdAt),
    dateLastUsed: dateTime(usedAt),
    browser: browserNameOf(userAgent),
    network,
    isCurrent: familyId === currentId,
  })
  return { sessions: rows.map(viewOf) }
}

/** Returns what refuses the tokens of ended sign-ins in this process, between the commit and the answer. */
export const refuseEnded = (context: RouteContext) => (data: object, ended: readonly EndedFamily[] | undefined) => {
  applyEnded(context, ended ?? [])
  return data
}

/** Lists and ends the caller's own sign-ins. */
export const sessionListRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, gate } = context

    app.route({
      ...gate('listOwnSessions'),
      schema: { response: answers(Sessions) },
      handler: async (request) => {
        const { id, companyId, claims } = principalOf(request)
        return sessionsViewOf(await inSystem(db, (tx) => listSessions(tx.of(companyId), id)), claims.sid)
      },
    })

    app.route({
      ...gate('endOwnSession'),
      schema: { params: Path, body: Named, response: answers(Type.Object({ uuid: Uuid })) },
      handler: (request, reply) => {
        const { id } = principalOf(request)
        const uuid = uuidOf(request)
        return act(context, request, reply, {
          by: asSystem(request),
          audit: 'session_ended',
          inEveryCompany: true,
          work: async (tx) => new WithAside({ uuid }, await endSessionOf(tx, id, uuid)),
          answer: refuseEnded(context),
        })
      },
    })

    app.route({
      ...gate('endOtherSessions'),
      schema: {
        body: Type.Object({}),
        response: answers(Type.Object({ uuid: Type.String({ ...Uuid, description: 'The uuid of the caller.' }) })),
      },
      handler: (request, reply) => {
        const { id, claims } = principalOf(request)
        return act(context, request, reply, {
          by: asSystem(request),
          audit: 'other_sessions_ended',
          inEveryCompany: true,
          work: async (tx) => new WithAside({ uuid: id }, await endSessions(tx, id, { except: claims.sid })),
          answer: refuseEnded(context),
        })
      },
    })
  }
