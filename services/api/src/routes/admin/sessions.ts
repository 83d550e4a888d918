import { inSystem, type Tx } from '@askline/db'
import { assertMayAppoint } from '@askline/domain/access/credentials'
import type { EndedFamily } from '@askline/domain/access/families'
import { endSessionOf, endSessions, findRole, listSessions } from '@askline/domain/access/session-list'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { act, WithAside } from '../../act.ts'
import { asAdmin, creatorScopes } from '../../actors.ts'
import type { RouteContext } from '../../context.ts'
import { forAdmins } from '../../http/callers.ts'
import { principalOf } from '../../http/request-state.ts'
import { uuidOf } from '../../repeated-ids.ts'
import { Named, Uuid } from '../fields.ts'
import { refuseEnded, Sessions, sessionsViewOf } from '../sessions.ts'

const Person = Type.Object({ uuid: Type.String({ ...Uuid, description: 'The uuid of the person.' }) })
type NamedRequest = FastifyRequest & { params: { uuid: string }; body: { uuid?: string } }

const sessionRule =
  'Requires the same scopes as `resetPassword`. Personal credentials, and tokens that an integration obtained for the person, stay valid.'

/** Lists and ends the sign-ins of the company's people, for admins. */
export const personSessionRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint } = context

    /** Ends sign-ins of the person that the path names. Needs the scopes that a new password of the person needs. */
    function end(
      request: NamedRequest,
      reply: FastifyReply,
      work: (tx: Tx, userId: string) => Promise<EndedFamily[]>,
    ): Promise<object> {
      const userId = uuidOf(request)
      return act(context, request, reply, {
        by: asAdmin(request),
        audit: 'session_ended',
        inEveryCompany: true,
        work: async (tx) => {
          assertMayAppoint(await findRole(tx, userId), creatorScopes(request))
          return new WithAside({ uuid: userId }, await work(tx, userId))
        },
        answer: refuseEnded(context),
      })
    }

    app.route({
      ...endpoint({
        name: 'listSessionsOfUser',
        method: 'GET',
        path: '/admin/users/:uuid/sessions',
        of: 'person',
        ...forAdmins,
        summary: 'List the active sessions of a person, most recently used first, at most 100',
        answer: Sessions,
        errors: {},
      }),
      handler: async (request) => {
        const { companyId, claims } = principalOf(request)
        const userId = request.params.uuid.toLowerCase()
        const rows = await inSystem(db, async (tx) => {
          const own = tx.of(companyId)
          await findRole(own, userId)
          return listSessions(own, userId)
        })
        return sessionsViewOf(rows, claims.sid)
      },
    })

    app.route({
      ...endpoint({
        name: 'endSessionOfUser',
        method: 'POST',
        path: '/admin/users/:uuid/sessions/:sessionUuid/end',
        of: 'person',
        ...forAdmins,
        summary: 'End a session of a person and all its tokens',
        description: sessionRule,
        body: Named,
        answer: Person,
        errors: { 404: ['session_not_found'] },
      }),
      handler: (request, reply) =>
        end(request, reply, (tx, userId) => endSessionOf(tx, userId, request.params.sessionUuid.toLowerCase())),
    })

    app.route({
      ...endpoint({
        name: 'endSessionsOfUser',
        method: 'POST',
        path: '/admin/users/:uuid/sessions/endAll',
        of: 'person',
        ...forAdmins,
        summary: 'End all sessions of a person and their tokens',
        description: sessionRule,
        body: Named,
        answer: Person,
        errors: {},
      }),
      handler: (request, reply) => end(request, reply, (tx, userId) => endSessions(tx, userId, { except: undefined })),
    })
  }
