import { inSystem } from '@askline/db'
import { createPerson } from '@askline/domain/companies/create-person'
import { erasePerson } from '@askline/domain/privacy/forget-erase'
import { expect, test } from 'vitest'
import { hashPassword } from '../src/oauth/passwords.ts'
import { openBrowser, pkce } from './sign-in-browser.ts'
import { openWorld } from './world.ts'

const w = await openWorld()
const { api, bank, db, tokens } = w
const integration = { token: tokens.integration }

const ask = async (userEmail: string) =>
  (await api('POST', '/v1/questions', { ...integration, body: { text: 'Where is my card?', userEmail } })).body.data
    .uuid
const list = async (userEmail: string) => {
  const { body } = await api('GET', '/v1/questions', { ...integration, query: { userEmail } })
  return body.data.questions.map(({ uuid }: { uuid: string }) => uuid)
}
const users = async (userEmail: string) =>
  (await api('GET', '/v1/admin/users', { token: tokens.edda, query: { userEmail } })).body.data.users
const forget = async (userEmail: string) =>
  (await api('POST', '/v1/users/forget', { ...integration, body: { userEmail } })).body.data

test.each([
  ['Jürgen@firm.example', 'JU\u0308RGEN@Firm.Example.', 'jürgen@firm.example'],
  ['özlem@gärtner.example', 'ÖZLEM@GÄRTNER.example', 'Özlem@xn--grtner-bua.example'],
  ['ΟΔΟΣ.Α@firm.example', 'οδος.α@firm.example', 'οδοσ.α@firm.example'],
  ['علي@firm.example', '\u200fعلي@firm.example\u200e', 'ع\u200bلي@firm.example..'],
  ['Peter@firm.example', 'PETER@firm.example', 'peter@FIRM.example'],
])('%j is one person in every spelling: asking, lists, and forgetting', async (first, second, third) => {
  const asked = [await ask(first), await ask(second)]

  for (const spelling of [first, second, third]) expect((await list(spelling)).sort()).toEqual(asked.sort())
  // The first spelling is shown.
  expect(await users(third)).toMatchObject([{ email: first }])
  expect((await api('GET', `/v1/questions/${asked[0]}`, { ...integration, query: { userEmail: third } })).status).toBe(
    200,
  )

  const { uuid, status } = await forget(third)
  expect(status).toBe('ERASING')
  await erasePerson(db, uuid, { settleMs: 0 })
  const receipt = await api('GET', `/v1/users/forget/${uuid}`, integration)
  expect(receipt.body.data).toMatchObject({ status: 'ERASED', erased: { questions: 2 } })
  for (const spelling of [first, second, third]) expect(await list(spelling)).toEqual([])
  expect((await forget(second)).uuid).toBe(uuid)
})

test('an address is shown without characters that readers do not see, and is more than these', async () => {
  await ask('\u202eMalika\u200b@firm.example')
  expect(await users('malika@firm.example')).toMatchObject([{ email: 'Malika@firm.example' }])

  const body = { text: 'Where is my card?', userEmail: '\u200b@firm.example' }
  const { status, body: refused } = await api('POST', '/v1/questions', { ...integration, body })
  expect([status, refused.error.details]).toMatchObject([400, [{ field: 'userEmail', rule: 'email' }]])
  const { clientId: client_id, clientSecret: client_secret } = bank.client
  const payload = { grant_type: 'client_credentials', client_id, client_secret, userEmail: body.userEmail }
  const token = await w.inject({ method: 'POST', url: '/v1/oauth/token', payload })
  expect(token.json()).toMatchObject({ error: 'invalid_request' })
})

test('a receipt for an unknown address is NOT_FOUND', async () => {
  const receipt = await forget('NÍEMAND@firm.example')

  expect(receipt).toMatchObject({ status: 'NOT_FOUND', erased: {}, remains: [] })
  expect((await forget('níemand@firm.example')).uuid).toBe(receipt.uuid)
})

test.each([
  ['jörg@firm.example', 'JÖRG@firm.example'],
  ['anna@gärtner.example', 'anna@xn--grtner-bua.example'],
])('%j signs in, also as %j, and is not added twice', async (email, spelling) => {
  const password = 'correct horse battery staple'
  const passwordHash = await hashPassword(password)
  const { companyId } = bank
  const person = { companyId, name: 'Someone', role: 'agent', passwordHash } as const
  await inSystem(db, (tx) => createPerson(tx, { ...person, email }))

  for (const typed of [email, ` ${spelling} `]) {
    const browser = openBrowser(w.inject)
    const { challenge } = pkce()
    const page = await browser.open({
      response_type: 'code',
      client_id: 'askline-desk',
      redirect_uri: `${w.config.issuer}/desk/callback`,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    // A field of the type `email` refuses letters that an address may have, or sends another spelling.
    expect(page.body).toMatch(/<input id="email" name="email" type="text" inputmode="email"/)
    expect((await browser.submit({ email: typed, password })).query['code']).toBeDefined()
  }
  const again = inSystem(db, (tx) => createPerson(tx, { ...person, email: spelling }))
  await expect(again).rejects.toMatchObject({ code: 'email_taken' })
})

test('an admin finds the questions of a person by any spelling of the address', async () => {
  const uuid = await ask('Ülkü@firm.example')

  const found = await api('GET', '/v1/admin/questions', { token: tokens.edda, query: { person: 'ÜLKÜ@FIRM.example' } })

  expect(found.body.data.questions).toMatchObject([{ uuid }])
})
