import { AskerSignInView } from '@askline/contracts'
import { openAskerSignIn } from '@askline/domain/access/asker-sign-ins'
import { findOrCreateAsker } from '@askline/domain/people/find-person'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act, WithAside } from '../act.ts'
import { asSystem, creatorScopes } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { principalOf } from '../http/request-state.ts'
import { answers } from '../http/response-schema.ts'
import { Email, Name } from './fields.ts'

/** The route on which a company's server signs one of its users in. `routes/session.ts` redeems the code. */
export const askerSignInRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, gate } = context

    app.route({
      ...gate('openAskerSignIn'),
      schema: {
        body: Type.Object({
          userEmail: Email(
            'The e-mail address of the user who is signed in at your server. A new address creates a user.',
          ),
          userName: Type.Optional(
            Name("The user's name. By default, a new user is named `Guest 7f3a`, with the last digits of their id."),
          ),
        }),
        response: answers(AskerSignInView, 201),
      },
      handler: (request, reply) => {
        const { companyId, claims } = principalOf(request)
        const { userEmail: email, userName: name } = request.body
        return act(context, request, reply, {
          by: asSystem(request),
          audit: 'token_issued',
          status: 201,
          // Company roles cannot write sign-ins.
          inEveryCompany: true,
          work: async (tx) => {
            const person = await findOrCreateAsker(tx, { companyId, email, name })
            const scopes = creatorScopes(request)
            const seconds = config.signInLifetimeSeconds
            const opened = await openAskerSignIn(tx, person, { companyId, clientId: claims.client_id, scopes, seconds })
            const dateExpires = opened.codeExpiresAt.toISOString()
            return new WithAside({ uuid: opened.familyId, userUuid: person.userId, dateExpires }, opened.code)
          },
          answer: (data, code) => ({
            ...data,
            code: code ?? null,
            // A fragment reaches neither logs nor the Referer header, and a link preview does not use it up.
            url: code === undefined ? null : `${config.issuer}/ask#sign-in=${code}`,
          }),
        })
      },
    })
  }
