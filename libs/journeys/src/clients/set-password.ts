import { randomBytes } from 'node:crypto'

/** Sets a new password with the link of a reset, as its page does. Returns the password. Throws if the link is refused. */
export async function setPasswordBy(apiUrl: string, link: string): Promise<string> {
  const password = randomBytes(12).toString('base64url')
  const answer = await fetch(`${apiUrl}/v1/oauth/password/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: new URL(link).hash.slice(1), password }),
  })
  if (!answer.ok) throw new Error(`The link was refused: ${await answer.text()}`)
  return password
}
