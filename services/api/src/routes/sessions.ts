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
import { forReaders, forWriters, people } from '../http/callers.ts'
import { principalOf } from '../http/request-state.ts'
import { applyEnded } from '../oauth/redeem.ts'
import { uuidOf } from '../repeated-ids.ts'
import { Named, Uuid } from './fields.ts'

export const Sessions = Type.Object({ sessions: Type.Array(View) })

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
    const { db, endpoint } = context

    app.route({
      ...endpoint({
        name: 'listOwnSessions',
        method: 'GET',
        path: '/me/sessions',
        ...forReaders,
        callers: people,
        summary: "List the caller's active sessions, most recently used first, at most 100",
        description:
          '`isCurrent` is false for all sessions if the token has no session. A session of the widget is listed until its token expires.',
        answer: Sessions,
        errors: {},
      }),
      handler: async (request) => {
        const { id, companyId, claims } = principalOf(request)
        return sessionsViewOf(await inSystem(db, (tx) => listSessions(tx.of(companyId), id)), claims.sid)
      },
    })

    app.route({
      ...endpoint({
        name: 'endOwnSession',
        method: 'POST',
        path: '/me/sessions/:uuid/end',
        of: 'session',
        ...forWriters,
        callers: people,
        summary: 'End a session of the caller and all its tokens',
        body: Named,
        answer: Type.Object({ uuid: Uuid }),
        errors: {},
      }),
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
      ...endpoint({
        name: 'endOtherSessions',
        method: 'POST',
        path: '/me/sessions/endOthers',
        ...forWriters,
        callers: people,
        summary: 'End all other sessions of the caller',
        body: Type.Object({}),
        answer: Type.Object({ uuid: Type.String({ ...Uuid, description: 'The uuid of the caller.' }) }),
        errors: {},
      }),
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
