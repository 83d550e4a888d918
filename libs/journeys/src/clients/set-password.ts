import { randomBytes } from 'node:crypto'

/**
 * Uses a link of an invitation or of a forgotten password as its page does. Returns the password that it set. Throws if the link
 * is refused.
 */
export async function setPasswordBy(apiUrl: string, link: string): Promise<string> {
  const password = randomBytes(12).toString('base64url')
  const { pathname, hash } = new URL(link)
  const path = pathname === '/invitation' ? 'invitations/accept' : 'password/reset'
  const answer = await fetch(`${apiUrl}/v1/oauth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: hash.slice(1), password }),
  })
  if (!answer.ok) throw new Error(`The link was refused: ${await answer.text()}`)
  return password
}
