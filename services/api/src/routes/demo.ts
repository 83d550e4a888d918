import { type Role, roles } from '@askline/contracts'
import { inSystem, statement, type Tx, types, users } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { openSessionOf } from '@askline/domain/access/sessions'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { originOf } from '../http/request-state.ts'
import { builtInClientId } from '../oauth/clients.ts'
import { registerSessionCookie } from '../oauth/session-cookie.ts'

const daySeconds = 86_400
const RoleAndPlace = Type.Object({
  role: Type.Union([Type.Enum(roles), Type.Literal('sandbox')]),
  place: Type.Optional(Type.String({ pattern: '^[1-9][0-9]?$' })),
})

/**
 * Signs a visitor of the demo in with one click, without a password: `/demo/expert`, `/demo/expert/2`, `/demo/user`. Experts
 * with the oldest open offers come first, so each visit finds the same person. `/demo/sandbox` is the admin of a sandbox. It
 * exists only if `DEMO_SIGN_IN` names a company, which the configuration refuses under NODE_ENV=production.
 */
export const demoRoutes =
  ({ db, config }: Context, companyTag: string): FastifyPluginAsyncTypebox =>
  async (app) => {
    const cookie = await registerSessionCookie(app, config.issuer, daySeconds)
    for (const url of ['/demo/:role', '/demo/:role/:place']) {
      app.route({
        method: 'GET',
        url,
        schema: { params: RoleAndPlace, hide: true },
        handler: async (request, reply) => {
          const { role: wanted } = request.params
          const isSandbox = wanted === 'sandbox'
          const role = isSandbox ? 'admin' : wanted
          const place = Number(request.params.place ?? 1)
          const secret = await inSystem(db, async (tx) => {
            const person = await findDemoPerson(tx, { companyTag, isSandbox, role, place })
            if (!person) return
            const { companyId, userId } = person
            const actor = { kind: role, id: userId } as const
            const origin = originOf(request)
            const act = {
              companyId,
              action: 'sign_in',
              actor,
              targetId: builtInClientId,
              ...origin,
            } as const
            await recordAct(tx, act)
            const wanted = { companyId, userId, role, clientId: builtInClientId, seconds: daySeconds }
            return openSessionOf(tx, wanted, origin)
          })
          if (secret === undefined) {
            return reply
              .code(404)
              .type('text/plain; charset=utf-8')
              .send(`The demo company has no ${wanted} number ${place}.\n`)
          }
          cookie.set(reply, secret)
          return reply.header('cache-control', 'no-store').redirect(homes[wanted], 303)
        },
      })
    }
  }

type DemoPerson = { companyTag: string; isSandbox: boolean; role: Role; place: number }

/** Returns the person number `place` of a role, or `undefined` if the demo company has none. */
export async function findDemoPerson(tx: Tx, { companyTag, isSandbox, role, place }: DemoPerson) {
  const [person] = await tx.query(selectDemoPerson, [companyTag, isSandbox, role, place - 1])
  return person
}

/** Where each role begins. */
const homes = {
  user: '/ask',
  expert: '/desk',
  agent: '/desk',
  admin: '/desk/admin',
  sandbox: '/desk/admin/clock',
} as const

const selectDemoPerson = statement({
  name: 'select-demo-person',
  params: [types.text, types.boolean, types.text, types.int],
  row: { companyId: users.companyId, userId: users.id, email: users.email },
  text: `select u.company_id as "companyId", u.id as "userId", u.email from users u
      left join experts e on e.user_id = u.id and e.company_id = u.company_id
      left join lateral (
        select min(o.created_at) as oldest from offers o
        where o.expert_id = u.id and o.status = 'pending' and o.due_at > clock_timestamp() + interval '1 min'
      ) offered on true
    where u.company_id = (select c.id from companies c where case when $2 then c.is_sandbox else c.tag = $1 end order by c.id limit 1)
      and u.role = $3 and u.forgotten_at is null and not u.is_blocked and coalesce(e.is_active, true)
    order by offered.oldest nulls last, u.created_at, u.id limit 1 offset $4`,
})
