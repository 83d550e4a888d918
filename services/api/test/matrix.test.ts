import { randomUUID } from 'node:crypto'
import type { PrincipalKind } from '@askline/contracts'
import { describe, expect, test } from 'vitest'
import { type Endpoint, type EndpointName, endpoints } from '../src/endpoints.ts'
import { samples, urlOf } from './samples.ts'
import { openWorld } from './world.ts'

/** Every endpoint × every kind of caller × own, another person's, another company's: made from the table of endpoints. */
const w = await openWorld()
const { bank, rival, tokens } = w
await w.db.system.query('update experts set capacity = 100000')

const table = Object.entries(endpoints).map(
  ([name, endpoint]) => [name, endpoint as Endpoint, samples[name as EndpointName]] as const,
)

const callers = {
  integration: ['integration', () => tokens.integration],
  owner: ['user', () => tokens.ada],
  otherUser: ['user', () => tokens.ben],
  expert: ['expert', () => tokens.bruno],
  agent: ['agent', () => tokens.dora],
  admin: ['admin', () => tokens.edda],
  rivalsIntegration: ['integration', () => tokens.rival],
  rivalsUser: ['user', () => tokens.max],
  rivalsExpert: ['expert', () => tokens.rivalsBruno],
  rivalsAgent: ['agent', () => w.mint(rival, 'agent', rival.dora)],
  rivalsAdmin: ['admin', () => tokens.rivalsEdda],
} as const satisfies Record<string, [PrincipalKind, () => string]>

const freshRows = async () => ({ ...(await w.askAndAnswer()), ...(await w.addAdministered(bank)) })
type Rows = Awaited<ReturnType<typeof freshRows>>

/** For those who may not, or only look: they never change. */
const untouched = await freshRows()

/** For those who may: an act of one caller must not spoil the rows of the next. */
const rowsFor = (mayChange: boolean) => (mayChange ? freshRows() : untouched)

/** A print of all that is the bank's: equal prints mean that nothing of it changed. */
async function printOfBank(): Promise<string> {
  const tables = [
    'questions',
    'responses',
    'messages',
    'notes',
    'offers',
    'users',
    'experts',
    'categories',
    'knowledge',
    'integrations',
    'credentials',
  ]
  const prints = tables.map(
    (name) => `(select md5(string_agg(t::text, '|' order by t::text)) from ${name} t where company_id = $1)`,
  )
  const { rows } = await w.db.system.query(`select concat_ws(' ', ${prints.join(', ')}) as print`, [bank.companyId])
  return rows[0].print
}

describe.each(table)('%s', (name, endpoint, sample) => {
  const { method, path, kinds } = endpoint
  async function call(token: string | undefined, rows: Rows, userEmail?: string) {
    const row = sample.row
    const url = urlOf(path, row === undefined ? '' : rows[row].uuid, rows.person.sessionUuid)
    const named = Object.entries(sample.body ?? {}).map(([name, value]) => {
      if (name === 'questionUuid') return [name, rows.question.uuid]
      if (name === 'clientId') return [name, (value === 'integration' ? rows.integration : rows.person).clientId]
      return [
        name,
        name === 'email' ? `${randomUUID()}@bank.example` : ['name', 'systemId'].includes(name) ? randomUUID() : value,
      ]
    })
    const agent = path.startsWith('/agents') ? { agentEmail: 'dora@bank.example', agentName: 'Dora' } : {}
    const body = { ...Object.fromEntries(named), ...(userEmail === undefined ? {} : { userEmail, ...agent }) }
    return w.api(method, url, { token, ...(method === 'GET' ? {} : { body }) })
  }
  const namesRow = sample.row !== undefined || 'questionUuid' in (sample.body ?? {})

  test('asks for a token', async () => {
    expect((await call(undefined, untouched)).status).toBe(401)
  })

  test.each(Object.entries(callers))('called by %s', async (who, [kind, token]) => {
    const isRival = who.startsWith('rival')
    const mayCall = kinds.some((one) => one === kind)
    const rows = await rowsFor(mayCall && !isRival && method !== 'GET' && namesRow)
    const before = isRival ? await printOfBank() : ''
    // A person that every test knows must not be forgotten.
    const email = kind === 'integration' && name !== 'forgetUser' ? 'ada@bank.example' : undefined

    const answer = await call(token(), rows, email)

    const code = answer.body?.error?.code
    if (!mayCall) {
      expect(answer.status).toBe(403)
      expect(['insufficient_scope', 'principal_not_allowed']).toContain(code)
    } else if (isRival) {
      if (namesRow) expect([answer.status, String(code)]).toEqual([404, expect.stringMatching(/_not_found$/)])
      for (const { uuid } of [rows.question, rows.response, rows.knowledge, rows.category, rows.person]) {
        if (!namesRow) expect(answer.text).not.toContain(uuid)
      }
    } else if (who === 'otherUser' && namesRow) {
      expect(answer.status).toBe(404)
    } else if (who === 'owner' || who === 'integration' || sample.row === undefined || kind === 'admin') {
      // The sample's message is the expert's: others who can read it may not edit it.
      if (name === 'editMessage') expect([answer.status, code]).toEqual([403, 'forbidden'])
      else expect([401, 403, 500, 503]).not.toContain(answer.status)
      if (who === 'owner' || (kind === 'admin' && path.startsWith('/admin'))) expect(answer.status).not.toBe(404)
    } else {
      expect([401, 500, 503]).not.toContain(answer.status)
    }
    if (isRival) expect(await printOfBank()).toBe(before)
  })
})
