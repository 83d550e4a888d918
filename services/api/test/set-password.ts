import { randomBytes } from 'node:crypto'
import type { callerOf } from './caller.ts'

/** Uses a link of an invitation or of a forgotten password as its page does. Returns the password that it set. */
export async function setPasswordBy(api: ReturnType<typeof callerOf>, link: string): Promise<string> {
  const { pathname, hash } = new URL(link)
  const path = pathname === '/invitation' ? 'invitations/accept' : 'password/reset'
  const password = randomBytes(12).toString('base64url')
  const { status, text } = await api('POST', `/v1/oauth/${path}`, { body: { token: hash.slice(1), password } })
  if (status !== 200) throw new Error(`The link was refused: ${text}`)
  return password
}
