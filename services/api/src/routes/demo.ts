import { roles } from '@askline/contracts'
import { companies, inSystem, statement, type Tx, types, users } from '@askline/db'
import { openSessionOf } from '@askline/domain/access/sessions'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { builtInClientId } from '../oauth/clients.ts'
import { registerSessionCookie } from '../oauth/session-cookie.ts'

const daySeconds = 86_400
const RoleAndPlace = Type.Object({
  role: Type.Enum(roles),
  place: Type.Optional(Type.String({ pattern: '^[1-9][0-9]?$' })),
})

/**
 * Signs a visitor of the demo in with one click, without a password: `/demo/expert`, `/demo/expert/2`, `/demo/user`. Experts
 * with the newest offers come first, so that a visitor finds something to answer. It exists only if `DEMO_SIGN_IN` names a
 * company, which the configuration refuses under NODE_ENV=production.
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
          const { role } = request.params
          const place = Number(request.params.place ?? 1)
          const secret = await inSystem(db, async (tx) => {
            const person = await findPerson(tx, companyTag, role, place)
            return person && openSessionOf(tx, { ...person, role, clientId: builtInClientId, seconds: daySeconds })
          })
          if (secret === undefined) {
            return reply
              .code(404)
              .type('text/plain; charset=utf-8')
              .send(`The demo company has no ${role} number ${place}.\n`)
          }
          cookie.set(reply, secret)
          return reply
            .header('cache-control', 'no-store')
            .redirect(role === 'user' ? '/ask' : role === 'admin' ? '/desk/admin' : '/desk', 303)
        },
      })
    }
  }

async function findPerson(
  tx: Tx,
  companyTag: string,
  role: (typeof roles)[number],
  place: number,
): Promise<{ companyId: string; userId: string } | undefined> {
  const [person] = await tx.query(selectDemoPerson, [companyTag, role, place - 1])
  return person
}

const selectDemoPerson = statement({
  name: 'select-demo-person',
  params: [types.text, types.text, types.int],
  row: { companyId: companies.id, userId: users.id },
  text: `select c.id as "companyId", u.id as "userId" from companies c join users u on u.company_id = c.id
      left join experts e on e.user_id = u.id and e.company_id = u.company_id
      left join lateral (
        select max(o.created_at) as newest from offers o
        where o.expert_id = u.id and o.status = 'pending' and o.due_at > clock_timestamp() + interval '20 s'
      ) offered on true
    where c.tag = $1 and u.role = $2 and u.forgotten_at is null and not u.is_blocked and coalesce(e.is_active, true)
    order by offered.newest desc nulls last, u.created_at, u.id limit 1 offset $3`,
})
