import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/**
 * Returns an argon2id hash in PHC form, with the parameters that OWASP recommends (19 MiB, 2 rounds).
 * Normalized, because keyboards write an umlaut in two ways.
 */
export const hashPassword = (password: string): Promise<string> =>
  hash(password.normalize('NFC'), { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

// Made when the process starts, so that the first unknown address costs no second hash.
const hashOfNobody = hashPassword(randomBytes(16).toString('hex'))

/** Returns whether the password is right. Does the same work if there is no hash to compare with. */
export async function isPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await hashOfNobody), password.normalize('NFC')).catch(() => false)
  return isRight && typeof passwordHash === 'string'
}
