import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with the parameters of OWASP (19 MiB, 2 rounds), in its PHC form. */
export const hashPassword = (password: string): Promise<string> =>
  hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

let nobodys: Promise<string> | undefined

/** Whether the password is right. For somebody who has none, or is nobody, it takes as long to say no. */
export async function isPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  nobodys ??= hashPassword(randomBytes(16).toString('hex'))
  const isRight = await verify(passwordHash ?? (await nobodys), password).catch(() => false)
  return isRight && typeof passwordHash === 'string'
}
