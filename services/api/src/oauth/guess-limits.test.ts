import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { buildGuessLimits } from './guess-limits.ts'

const person = { reads: 1, writes: 1 }
const rates = {
  user: person,
  staff: person,
  integration: person,
  perAddress: 1,
  oauthPerAddress: 1,
  signInPerAddress: 1,
  tokensPerSession: 1,
  wrongSecretsPerClient: 1,
  signInPerAccount: 10,
}
const from = (ip: string) => ({ ip }) as FastifyRequest
const refused = { status: 429, code: 'rate_limited', headers: { 'retry-after': '1' } }

test('the eleventh wrong token from a network starts a delay, also for a right one, and other networks are free', async () => {
  const { token: count } = buildGuessLimits(rates)

  for (let n = 0; n < 11; n++) await count(from(`2001:db8::${n}`))

  await expect(count(from('2001:db8::ffff'))).rejects.toMatchObject(refused)
  await expect(count(from('2001:db8:0:1::1'))).resolves.toBeDefined()
})

test('tokens that are tried at once count before any of them is looked up', async () => {
  const { token: count } = buildGuessLimits(rates)

  const tried = await Promise.allSettled(Array.from({ length: 40 }, () => count(from('192.0.2.1'))))

  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(11)
})

test('a right token does not count, and does not take the wrong ones back', async () => {
  const { token: count } = buildGuessLimits(rates)
  const open = async () => (await count(from('192.0.2.2'))).succeed()

  for (let n = 0; n < 25; n++) await open()
  for (let n = 0; n < 9; n++) await count(from('192.0.2.2'))
  await open()
  for (let n = 0; n < 2; n++) await count(from('192.0.2.2'))

  await expect(count(from('192.0.2.2'))).rejects.toMatchObject(refused)
})
