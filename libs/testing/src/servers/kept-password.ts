import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the password of a private server. It is created once and stored in the server's folder, readable by this user only. */
export function keepPassword(folder: string): string {
  const file = join(folder, 'password')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const password = randomBytes(18).toString('base64url')
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  return password
}
