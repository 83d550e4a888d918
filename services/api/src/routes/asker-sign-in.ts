import { AskerSignInView } from '@askline/contracts'
import { openAskerSignIn } from '@askline/domain/access/asker-sign-ins'
import { findOrCreateAsker } from '@askline/domain/people/find-person'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act, WithAside } from '../act.ts'
import { asSystem, creatorScopes } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { forWriters } from '../http/callers.ts'
import { principalOf } from '../http/request-state.ts'
import { Email, Name } from './fields.ts'

/** The route on which a company's server signs one of its users in. `routes/session.ts` redeems the code. */
export const askerSignInRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, endpoint } = context

    app.route({
      ...endpoint({
        name: 'openAskerSignIn',
        method: 'POST',
        path: '/users/signIn',
        ...forWriters,
        callers: ['integration'],
        summary: 'Create a one-time code that signs a user of the company in to a browser',
        description:
          'Companies use it after they have authenticated the user themselves. Send the browser to `url`, or pass `code` to the widget. The code works once within 60 s; a second use ends the session. Removing the integration, its secret or the user ends the session. Experts, agents and admins sign in with their password, so they get 403 `forbidden`. Blocked users get 403 `blocked`.',
        showsSecret: true,
        body: Type.Object({
          userEmail: Email(
            'The e-mail address of the user who is signed in at your server. A new address creates a user.',
          ),
          userName: Type.Optional(
            Name(
              "The user's name. By default, a new user is named `Guest 7f3a`, with the last digits of their id.",
              'Ada',
            ),
          ),
        }),
        answer: AskerSignInView,
        status: 201,
        errors: { 400: ['name_invalid', 'email_invalid'], 403: ['forbidden', 'blocked'] },
        sample: { body: { userEmail: 'ada@bank.example' }, shown: { userEmail: 'ada@example.com' } },
      }),
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
