import { randomUUID } from 'node:crypto'
import { erasePerson } from '@askline/domain/privacy/forget-erase'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { openBrowser, pkce } from './sign-in-browser.ts'
import { openWorld } from './world.ts'

const w = await openWorld({ TRUST_PROXY: '127.0.0.1' })
const { admin, bank, db, tokens } = w
const from = (address: string, agent = 'Firefox on a desk') => ({ 'x-forwarded-for': address, 'user-agent': agent })
const list = async (query: Record<string, string>) => (await admin('GET', 'audit', { query })).body.data.entries

describe('an entry', () => {
  test('names where the act came from, and what it changed', async () => {
    const settings = { widgetColor: '#13703f', widgetTitle: 'Ask us' }
    await admin('PUT', 'company', { body: { settings }, headers: from('203.0.113.7') })
    await admin('PUT', 'company', {
      body: { name: 'The bank', settings: { ...settings, widgetTitle: 'Ask the bank' } },
      headers: from('2001:db8:1:2::7', 'x'.repeat(500)),
    })

    const [second, first] = await list({ action: 'company_updated' })
    expect(first).toMatchObject({
      address: '203.0.113.7',
      userAgent: 'Firefox on a desk',
      fields: ['settings.widgetColor', 'settings.widgetTitle'],
    })
    expect(second).toMatchObject({ address: '2001:db8:1:2::7', fields: ['name', 'settings.widgetTitle'] })
    expect(second.userAgent).toHaveLength(200)
  })

  test('names the members of a category, an expert and staff, and none if nothing changed', async () => {
    const { category, person } = await w.addAdministered(bank)
    await admin('PUT', `categories/${category.uuid}`, { body: { name: randomUUID(), settings: { offerMs: 60_000 } } })
    await admin('PUT', `staff/${person.uuid}`, { body: { name: 'Dora Agent' } })
    await admin('PUT', `staff/${person.uuid}`, { body: { name: 'Dora Agent' } })

    expect((await list({ targetId: category.uuid }))[0].fields).toEqual(['name', 'settings.offerMs'])
    expect((await list({ targetId: person.uuid })).map(({ fields }: { fields: string[] }) => fields)).toEqual([
      [],
      ['name'],
    ])
  })

  test('is written when experts change their own profile', async () => {
    await w.api('PUT', '/v1/experts/me', { token: tokens.carla, body: { capacity: 7 }, headers: from('198.51.100.4') })

    expect((await list({ actorUuid: bank.carla, action: 'own_profile_updated' }))[0]).toMatchObject({
      actor: { kind: 'expert', uuid: bank.carla },
      address: '198.51.100.4',
      fields: ['capacity'],
    })
  })

  test('is written when the replies of the company change, and not for those of one person', async () => {
    const reply = async (token: string, owner: string) => {
      const body = { title: randomUUID().slice(0, 8), text: 'In the app.', owner }
      const { uuid } = (await w.api('POST', '/v1/replies', { token, body })).body.data
      await w.api('PUT', `/v1/replies/${uuid}`, { token, body: { text: 'In the new app.' } })
      await w.api('POST', `/v1/replies/${uuid}/remove`, { token, body: {} })
      return (await list({ targetId: uuid })).map(({ action, fields }: { action: string; fields: string[] }) => [
        action,
        ...fields,
      ])
    }

    expect(await reply(tokens.edda, 'COMPANY')).toEqual([
      ['reply_removed'],
      ['reply_updated', 'text'],
      ['reply_created'],
    ])
    expect(await reply(tokens.bruno, 'ME')).toEqual([])
  })

  test('of a wrong password names the person who is known, the address and the browser, also if no company was named', async () => {
    const browser = openBrowser(w.inject)
    const { challenge } = pkce()
    await browser.open({
      response_type: 'code',
      client_id: 'askline-desk',
      redirect_uri: `${w.config.issuer}/desk/callback`,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    const typed = { email: 'DORA@bank.example', password: 'a wrong one of a stranger' }
    const { statusCode } = await browser.submit(typed, from('203.0.113.65', 'Browser of a stranger'))

    expect(statusCode).toBe(400)
    await expect
      .poll(async () => (await list({ targetId: bank.dora, action: 'sign_in' }))[0])
      .toMatchObject({
        outcome: 'failure',
        reason: 'wrong_password',
        actor: { kind: 'nobody', uuid: null },
        address: '203.0.113.65',
        userAgent: 'Browser of a stranger',
      })
  })

  test('of a wrong secret names the address', async () => {
    const { clientId } = bank.client
    const payload = { grant_type: 'client_credentials', client_id: clientId, client_secret: 'wrong' }
    await w.inject({ method: 'POST', url: '/oauth/token', headers: from('203.0.113.66', 'curl'), payload })

    await expect
      .poll(async () => (await list({ targetId: clientId, outcome: 'failure' }))[0])
      .toMatchObject({
        reason: 'wrong_secret',
        address: '203.0.113.66',
        userAgent: 'curl',
      })
  })
})

describe('the CSV file', () => {
  const download = async (query: Record<string, string>) => {
    const answer = await admin('GET', 'audit/csv', { query })
    return { ...answer, rows: parse(answer.text, { columns: true }) as Record<string, string>[] }
  }

  test('holds what the list holds under the same filter', async () => {
    const { headers, rows } = await download({ action: 'company_updated' })

    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="audit.csv"')
    expect(headers['cache-control']).toBe('no-store')
    const entries = await list({ action: 'company_updated' })
    expect(rows.map(({ id }) => id)).toEqual(entries.map(({ id }: { id: string }) => id))
    expect(rows[0]).toMatchObject({ actor: 'admin', actorUuid: bank.edda, fields: 'name settings.widgetTitle' })
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)'])('runs no formula that a client chose: %s', async (agent) => {
    const { category } = await w.addAdministered(bank)
    const body = { name: randomUUID() }
    await admin('PUT', `categories/${category.uuid}`, { body, headers: { 'user-agent': agent } })

    expect((await download({ targetId: category.uuid })).rows[0]?.['userAgent']).toBe(`'${agent}`)
  })

  test('is for admins of the company only', async () => {
    expect((await w.api('GET', '/v1/admin/audit/csv', { token: tokens.dora })).status).toBe(403)
    const answer = await w.api('GET', '/v1/admin/audit/csv', { token: tokens.rivalsEdda })
    expect(answer.text).not.toContain(bank.edda)
  })
})

test('address and user agent are erased with the person who acted', async () => {
  const { person } = await w.addAdministered(bank)
  const token = w.mint(bank, 'agent', person.uuid)
  await w.api('POST', '/v1/oauth/logout', { token, headers: from('203.0.113.99', 'theirs') })
  await admin('POST', `staff/${person.uuid}/resetPassword`, { body: {}, headers: from('203.0.113.1', 'of the admin') })
  const { rows } = await db.system.query('select email from users where id = $1', [person.uuid])
  expect((await list({ actorUuid: person.uuid }))[0]).toMatchObject({ address: '203.0.113.99', userAgent: 'theirs' })

  const body = { userEmail: rows[0].email }
  const { uuid } = (await w.api('POST', '/v1/users/forget', { token: tokens.edda, body })).body.data
  await erasePerson(db, uuid, { settleMs: 0 })

  expect((await list({ actorUuid: person.uuid }))[0]).toMatchObject({ address: null, userAgent: null })
  expect((await list({ targetId: person.uuid })).map(({ address }: { address: string }) => address)).toContain(
    '203.0.113.1',
  )
})
