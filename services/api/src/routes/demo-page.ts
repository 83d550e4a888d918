import { randomBytes } from 'node:crypto'
import { grantable } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { openAskerSignIn } from '@askline/domain/access/asker-sign-ins'
import { findOrCreateAsker } from '@askline/domain/people/find'
import type { FastifyPluginAsync } from 'fastify'
import type { Context } from '../context.ts'
import { builtInClientId } from '../oauth/clients.ts'
import { findDemoPerson } from './demo.ts'

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
      return reply.headers(headersWith(nonce)).send(drawPage(`${config.issuer}/widget/${companyTag}/v1.js`, nonce))
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

const drawPage = (script: string, nonce: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo Bank</title>
<style nonce="${nonce}">
:root { color-scheme: light dark }
body { margin: 0; font: 1rem/1.6 system-ui, sans-serif }
header, main { padding: 1.25rem 1.5rem; max-inline-size: 40rem; margin-inline: auto }
h1 { margin: 2rem 0 1rem; font-size: 2.25rem; line-height: 1.2 }
</style>
<script nonce="${nonce}">
addEventListener('load', () => {
  Askline.signIn(async () => (await (await fetch('/demo/page/code')).text()) || null)
})
</script>
<script defer src="${script}"></script>
</head>
<body>
<header><b>Demo Bank</b></header>
<main>
<h1>This page belongs to a company.</h1>
<p>It is not a page of Askline. One script adds the round button in the corner, and the company's server signs its user in.
Press the button and ask a question. The address for experts shows it at the same moment.</p>
</main>
</body>
</html>
`
