import { randomBytes, randomUUID } from 'node:crypto'
import { erasePerson } from '@askline/domain/privacy/forget-erase'
import { expect, test } from 'vitest'
import { sampleOf, urlOf } from './samples.ts'
import { openWorld } from './world.ts'

const w = await openWorld()
const { bank, db } = w
const marker = randomBytes(16).toString('hex')
const userEmail = `${marker}@bank.example`
const text = `${marker} where is my card?`
const agent = { agentEmail: 'dora@bank.example', agentName: 'Dora' }
const keyed = () => ({ 'idempotency-key': randomUUID() })
const marked = () => ({ ...keyed(), 'x-correlation-id': marker })

const asked = await w.api('POST', '/v1/questions', {
  token: w.tokens.integration,
  headers: marked(),
  body: { userEmail, userName: marker, text, externalId: marker },
})
const { rows: people } = await db.system.query('select id from users where email = $1', [userEmail])
const userId: string = people[0].id
await db.system.query('update experts set capacity = 1000')
const own = w.mint(bank, 'user', userId)

/** A question of the person with an answer that is a known answer now, and every other row that an endpoint may name. */
async function rowsFor() {
  const { question, response, message } = await w.askAndAnswer(bank, own)
  await w.api('PUT', `/v1/questions/${question.uuid}`, { token: own, body: { text } })
  const others = await w.addAdministered({ ...bank, ada: userId })
  await db.system.query(`update knowledge set source = 'RESPONSE', question = $2 where id = $1`, [
    others.knowledge.uuid,
    text,
  ])
  await db.system.query('insert into knowledge_sources (knowledge_id, response_id, company_id) values ($1, $2, $3)', [
    others.knowledge.uuid,
    response.uuid,
    bank.companyId,
  ])
  return {
    ...others,
    question,
    response,
    message,
    person: { uuid: userId, clientId: others.person.clientId, sessionUuid: others.person.sessionUuid },
  }
}

const withoutText = ['forgetUser', 'changeOwnPassword', 'uploadFile', 'uploadManagedFile']
const table = w.endpoints.filter(({ name, method }) => method !== 'GET' && !withoutText.includes(name))

async function callAll() {
  let rows = await rowsFor()
  const statuses: string[] = []
  for (const endpoint of table) {
    const { name, callers, method, path } = endpoint
    const sample = sampleOf(endpoint)
    if (['question', 'response', 'message'].includes(sample.row ?? ''))
      rows = { ...rows, ...(await w.askAndAnswer(bank, own)) }
    const isForAsker = sample.who === 'ada' || name === 'openAskerSignIn'
    const byIntegration = callers.includes('integration')
    const body = {
      ...sample.body,
      ...(isForAsker && 'text' in (sample.body ?? {}) ? { text } : {}),
      ...('questionUuid' in (sample.body ?? {}) ? { questionUuid: rows.question.uuid } : {}),
      ...(byIntegration ? (isForAsker ? { userEmail } : agent) : {}),
    }
    const url = urlOf(path, sample.row === undefined ? '' : rows[sample.row].uuid, rows.person.sessionUuid)
    const token = byIntegration ? w.tokens.integration : sample.who === 'ada' ? own : w.tokens[sample.who]
    const headers = isForAsker || sample.row === 'person' ? marked() : keyed()
    statuses.push(`${name} ${(await w.api(method, url, { token, headers, body })).status}`)
  }
  return statuses
}

const statuses = await callAll()

test('of a forgotten asker, no table has a text, a name or a correlation id, whatever endpoint was called with a key', async () => {
  expect(asked.status).toBe(201)
  expect(statuses.filter((one) => one.endsWith(' 500'))).toEqual([])
  expect(statuses.filter((one) => / 20[01]$/.test(one)).length).toBeGreaterThan(table.length * 0.6)
  const credentials = { client_id: bank.client.clientId, client_secret: bank.client.clientSecret }
  const payload = { grant_type: 'client_credentials', userEmail, ...credentials }
  const issued = await w.inject({ method: 'POST', url: '/oauth/token', headers: marked(), payload })
  expect(issued.statusCode).toBe(200)
  expect((await found()).length).toBeGreaterThan(10)

  const body = { userEmail }
  const { uuid } = (await w.api('POST', '/v1/users/forget', { token: w.tokens.edda, headers: marked(), body })).body
    .data
  // Handed to Redis.
  await db.system.query('delete from outbox')
  await db.system.query(`update text_requests set created_at = created_at - interval '1 minute'`)
  expect(await erasePerson(db, uuid, { settleMs: 0 })).toBe('finished')

  expect(await found()).toEqual([])
})

/** Every row of every table that holds the marker. */
async function found(): Promise<string[]> {
  const { rows } = await db.system.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and has_table_privilege(oid, 'select')`,
  )
  const holding = await Promise.all(
    rows.map(async ({ name }) => {
      const { rows: texts } = await db.system.query<{ row: string }>(
        `select t::text as row from ${name} t where t::text like $1`,
        [`%${marker}%`],
      )
      return texts.map(({ row }) => `${name}: ${row}`)
    }),
  )
  return holding.flat()
}
