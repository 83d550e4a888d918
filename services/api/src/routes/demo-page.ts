import { randomBytes } from 'node:crypto'
import { grantable } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { openAskerSignIn } from '@askline/domain/access/asker-sign-ins'
import { findOrCreateAsker } from '@askline/domain/people/find-person'
import type { FastifyPluginAsync } from 'fastify'
import type { Context } from '../context.ts'
import { builtInClientId } from '../oauth/clients.ts'
import { findDemoPerson } from './demo.ts'
import { drawDemoPage } from './demo-page-view.ts'

const hourSeconds = 3_600

/**
 * Serves a made-up page of the demo company that shows its widget. At `/demo/page/code` it does what the server of that company
 * would do: it signs its user in. Both exist only with the one-click sign-in of the demo.
 */
export const demoPageRoutes =
  ({ db, config }: Context, companyTag: string): FastifyPluginAsync =>
  async (app) => {
    app.get('/demo/page', { schema: { hide: true } as object }, async (_request, reply) => {
      const nonce = randomBytes(16).toString('base64url')
      return reply.headers(headersWith(nonce)).send(drawDemoPage(`${config.issuer}/widget/${companyTag}/v1.js`, nonce))
    })

    app.get('/demo/page/code', { schema: { hide: true } as object }, async (_request, reply) => {
      const code = await inSystem(db, async (tx) => {
        const asker = await findDemoPerson(tx, { companyTag, isSandbox: false, role: 'user', place: 1 })
        if (!asker?.email) return
        const { companyId, email } = asker
        const wanted = { companyId, clientId: builtInClientId, scopes: grantable.user, seconds: hourSeconds }
        return (await openAskerSignIn(tx, await findOrCreateAsker(tx, { companyId, email }), wanted)).code
      })
      // An empty text means that no user is signed in.
      return reply
        .header('cache-control', 'no-store')
        .type('text/plain')
        .send(code ?? '')
    })
  }

const headersWith = (nonce: string) => ({
  'cache-control': 'no-store',
  'content-security-policy': [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `frame-src 'self'`,
    `connect-src 'self'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
})
