import { inSystem } from '@askline/db'
import { limitCredential } from '@askline/domain/access/credentials'
import { expect, test } from 'vitest'
import type { Body } from './caller.ts'
import { setPasswordBy } from './set-password.ts'
import { signInOnPage } from './sign-in-browser.ts'
import { openWorld } from './world.ts'

const w = await openWorld({ RATE_LIMIT_SIGN_IN_PER_ADDRESS: '1000' })
const { admin, bank, rival, tokens } = w
const { rivalsEdda } = tokens

const acts = async (): Promise<Body[]> => (await admin('GET', 'audit')).body.data.entries

const credentialsOpen = async (clientId: string, clientSecret: string) => {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  return w.api('POST', '/v1/oauth/token', { body: form })
}

/** Returns every item of a list, page by page. */
async function all(path: string, member: string, limit = '2'): Promise<Body[]> {
  const items: Body[] = []
  let cursor: string | null = null
  do {
    const query: Record<string, string> = { limit, ...(cursor === null ? {} : { cursor }) }
    const { data } = (await admin('GET', path, { query })).body
    items.push(...data[member])
    cursor = data.paging.nextCursor
  } while (cursor !== null)
  return items
}

test('an admin adds an expert, who signs in after the invitation that is shown once', async () => {
  const body = { email: 'Eva@Bank.example', name: 'Eva', languages: ['en', 'de'], topics: ['loans'], isCertified: true }
  const made = await admin('POST', 'experts', { body, headers: { 'idempotency-key': 'eva' } })
  const again = await admin('POST', 'experts', { body, headers: { 'idempotency-key': 'eva' } })

  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({ email: 'Eva@Bank.example', isActive: true, isCertified: true, load: 0 })
  expect(again.headers['idempotency-replayed']).toBe('true')
  const { invitation } = made.body.data
  expect(again.body.data).toEqual({ ...made.body.data, invitation: { ...invitation, url: null } })
  const password = await setPasswordBy(w.api, invitation.url)
  expect((await signInOnPage(w, { email: 'eva@bank.example', password })).code).toBeTruthy()
  const twin = await admin('POST', 'experts', { body })
  expect([twin.status, twin.body.error.code]).toEqual([400, 'email_taken'])
})

test.each([
  ['experts', 'expert'],
  ['integrations', 'integration'],
  ['categories', 'category'],
])('one of the %s is read as in their list, and not by another company', async (path, name) => {
  const [first] = await all(path, path)

  const found = await admin('GET', `${path}/${first?.['uuid']}`)

  expect(found.body.data).toEqual(first)
  const etag = String(found.headers['etag'])
  expect((await admin('GET', `${path}/${first?.['uuid']}`, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const foreign = await admin('GET', `${path}/${first?.['uuid']}`, { token: rivalsEdda })
  expect([foreign.status, foreign.body.error.code]).toEqual([404, `${name}_not_found`])
})

test('unknown members of a body are ignored, including company, role and password hash', async () => {
  const foreign = {
    companyId: rival.companyId,
    company_id: rival.companyId,
    passwordHash: 'mine',
    role: 'admin',
    uuid: 'x',
  }
  const made = [
    await admin('POST', 'experts', { body: { email: 'ours@bank.example', name: 'Ours', ...foreign } }),
    await admin('POST', 'categories', { body: { name: 'Ours', ...foreign } }),
    await admin('POST', 'knowledge', { body: { question: 'Whose?', answer: 'Ours.', ...foreign } }),
    await admin('POST', 'integrations', { body: { systemId: 'ours', name: 'Ours', ...foreign } }),
  ]

  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const named = `select company_id::text as "companyId", role, password_hash as "passwordHash" from users where email = 'ours@bank.example'`
  expect((await w.db.system.query(named)).rows).toEqual([
    { companyId: bank.companyId, role: 'expert', passwordHash: null },
  ])
})

test('a secret shown in an answer is not stored in the database', async () => {
  const key = { 'idempotency-key': 'once' }
  const expert = { body: { email: 'once@bank.example', name: 'Once' }, headers: key }
  const shop = { body: { systemId: 'once', name: 'Once' }, headers: { 'idempotency-key': 'once-2' } }
  const { password } = (await admin('POST', 'experts', expert)).body.data
  const { clientSecret } = (await admin('POST', 'integrations', shop)).body.data

  for (const table of ['idempotency_keys', 'users', 'credentials', 'audit_log', 'outbox']) {
    const { rows } = await w.db.system.query(`select coalesce(json_agg(t)::text, '') as dump from ${table} t`)
    expect(rows[0].dump).not.toContain(password)
    expect(rows[0].dump).not.toContain(clientSecret)
  }
})

test('a deactivated expert is signed out at once, and can sign in again after reactivation', async () => {
  const path = `experts/${bank.bruno}`
  const token = w.mint(bank, 'expert', bank.bruno)

  const { status, body } = await admin('POST', `${path}/deactivate`)

  expect([status, body.data.isActive]).toEqual([200, false])
  expect((await w.api('GET', '/v1/experts/me', { token })).status).toBe(401)
  expect((await admin('PUT', path, { body: { isActive: true } })).body.data.isActive).toBe(true)
  const { clientId, clientSecret } = (await admin('POST', `users/${bank.bruno}/credentials`)).body.data
  const again = (await credentialsOpen(clientId, clientSecret)).body.access_token
  expect((await w.api('GET', '/v1/experts/me', { token: again })).status).toBe(200)
  expect((await acts()).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['expert_deactivated', 'expert_updated']),
  )
})

test('a sign-in right after a revocation of all tokens gets a valid token', async () => {
  const body = { email: 'swift@bank.example', name: 'Swift' }
  const { uuid, invitation } = (await admin('POST', 'experts', { body })).body.data
  const password = await setPasswordBy(w.api, invitation.url)
  const code = await signInOnPage(w, { email: body.email, password })
  // Simulates a password reset at this moment, because hashing takes a part of the second.
  const ended = `update revocations set revoked_at = clock_timestamp() where kind = 'person' and subject = $1 returning revoked_at`
  const [{ revoked_at: endedAt }] = (await w.db.system.query(ended, [uuid])).rows

  const form = { ...code, client_id: 'askline-desk', grant_type: 'authorization_code' }
  const { access_token: token } = (await w.api('POST', '/v1/oauth/token', { body: form })).body

  const { iat } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())
  expect(iat).toBeGreaterThan(Math.floor(endedAt.getTime() / 1000))
  expect((await w.api('GET', '/v1/experts/me', { token })).status).toBe(200)
})

test('an admin changes an expert, and omitted fields keep their value', async () => {
  const changes = { capacity: 9, topics: ['cards'], isElite: true, availability: 'AWAY' }
  const { data } = (await admin('PUT', `experts/${bank.carla}`, { body: changes })).body
  expect(data).toMatchObject({ ...changes, languages: ['en'], isOfficial: false, name: 'carla' })
  const { reset, ...expert } = (await admin('POST', `experts/${bank.carla}/resetPassword`)).body.data
  expect(expert).toEqual({ ...data, lastActiveDate: expect.any(String) })
  expect(reset.url).toMatch(/^http:\/\/localhost:\d+\/password#[\w-]{43}$/)
  expect((await acts())[0]).toMatchObject({ action: 'expert_password_reset', targetId: bank.carla })
})

test('unknown members of a body are not stored', async () => {
  const { body } = await admin('POST', 'knowledge', { body: { question: 'Odd?', answer: 'So.', colour: 'red' } })

  expect(body.data).toMatchObject({ question: 'Odd?' })
  const { rows } = await w.db.system.query(`select k::text as text from knowledge k where question = 'Odd?'`)
  expect(rows[0].text).not.toContain('colour')
})

test('an unknown setting is refused by name, and no setting changes', async () => {
  const settings = { offerMs: 30_000, weights: { words: 2 }, requirements: [{ certified: true }] }
  const made = await admin('POST', 'categories', { body: { name: 'Odd', settings } })
  const path = `categories/${made.body.data.uuid}`
  const unknown: [settings: object, field: string][] = [
    [{ bogus: 1 }, 'settings.bogus'],
    [{ leaseMs: 1_000, weights: { colour: 1 } }, 'settings.weights.colour'],
    [{ requirements: [{ certifed: true }] }, 'settings.requirements.0.certifed'],
  ]
  for (const [bad, field] of unknown) {
    const { status, body } = await admin('PUT', path, { body: { settings: bad } })
    expect([status, body.error.details]).toEqual([
      400,
      [{ field, rule: 'unknown', message: `${field} is not a known setting.` }],
    ])
  }
  const company = await admin('PUT', 'company', { body: { settings: { bogus: 1 } } })
  expect([company.status, company.body.error.details[0].field]).toEqual([400, 'settings.bogus'])

  expect((await admin('PUT', path, { body: { name: 'Odder' } })).body.data.settings).toEqual(settings)
})

test('categories have settings, and exactly one category is the default', async () => {
  const settings = { offerMs: 30_000, waveSizes: [1, 2], rerouteShare: 0.5, escalationMs: 60_000 }
  const made = await admin('POST', 'categories', { body: { name: 'Loans', type: 'ONE_TO_MANY', settings } })
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({ name: 'Loans', type: 'ONE_TO_MANY', isDefault: false, settings })
  const path = `categories/${made.body.data.uuid}`

  const changed = await admin('PUT', path, { body: { isDefault: true, settings: { leaseMs: 1_000 } } })

  expect(changed.body.data).toMatchObject({ name: 'Loans', isDefault: true, settings: { leaseMs: 1_000 } })
  const categories = await all('categories', 'categories')
  expect(categories.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  expect((await admin('PUT', path, { body: { name: 'General' } })).body.error.code).toBe('category_name_taken')
  expect((await w.ask({}, tokens.ada)).type).toBe('ONE_TO_MANY')
  for (const bad of [{ offerMs: 0 }, { offerMs: '1' }, { waveSizes: [] }, { rerouteShare: 2 }, { waveSizes: [0] }]) {
    expect((await admin('PUT', path, { body: { settings: bad } })).status).toBe(400)
  }
  const general = categories.find(({ name }) => name === 'General')
  await admin('PUT', `categories/${general.uuid}`, { body: { isDefault: true } })
})

test('a category has requirements of experts in steps, and an invalid step is refused by name', async () => {
  const requirements = [
    { topicLevel: { loans: 3 }, certified: true, forMs: 600_000 },
    { elite: true, companyCategory: true, forMs: 1_800_000 },
    {},
  ]
  const settings = { requirements, weight: 3, patienceMs: 1_000, secondOpinionMs: 0 }
  const made = await admin('POST', 'categories', { body: { name: 'Mortgages', settings } })
  expect(made.body.data.settings).toEqual(settings)
  const path = `categories/${made.body.data.uuid}`

  const bad: [settings: object, field: string, rule: string][] = [
    [{ requirements: [{ certified: true }, {}] }, 'settings.requirements.0.forMs', 'required'],
    [{ requirements: [{ topicLevel: { loans: 6 }, forMs: 1 }] }, 'settings.requirements.0.topicLevel.loans', 'maximum'],
    [{ requirements: [{ topicLevel: { loans: '3' } }] }, 'settings.requirements.0.topicLevel.loans', 'type'],
    [{ requirements: [{ certified: 'yes' }] }, 'settings.requirements.0.certified', 'type'],
    [{ requirements: [{ forMs: 0 }] }, 'settings.requirements.0.forMs', 'minimum'],
    [{ requirements: {} }, 'settings.requirements', 'type'],
    [{ weight: 0 }, 'settings.weight', 'minimum'],
    [{ secondOpinionMs: -1 }, 'settings.secondOpinionMs', 'minimum'],
  ]
  for (const [wrong, field, rule] of bad) {
    const { status, body } = await admin('PUT', path, { body: { settings: wrong } })
    expect([status, body.error.details]).toMatchObject([400, [{ field, rule }]])
  }
  expect((await admin('GET', 'categories')).body.data.categories[0].settings).toEqual(settings)
})

test('only admins change topic levels, categories and certifications of experts; experts see them', async () => {
  const standing = { topicLevels: { loans: 4 }, categories: ['General'], isCertified: true }
  const born = await admin('POST', 'experts', { body: { email: 'lea@example.com', name: 'Lea', ...standing } })
  expect(born.body.data).toMatchObject(standing)
  const path = `experts/${born.body.data.uuid}`
  const raised = { topicLevels: { loans: 5, cards: 2 }, categories: [] }
  expect((await admin('PUT', path, { body: raised })).body.data).toMatchObject(raised)
  await admin('PUT', path, { body: standing })

  const token = w.mint(bank, 'expert', born.body.data.uuid)
  const changed = await w.api('PUT', '/v1/experts/me', {
    token,
    body: { topics: ['loans'], topicLevels: { loans: 5 }, categories: [], isElite: true },
  })

  expect(changed.body.data).toMatchObject({ ...standing, topics: ['loans'], isElite: false })
  const bad: [changes: object, field: string, rule: string][] = [
    [{ topicLevels: { loans: 0 } }, 'topicLevels.loans', 'minimum'],
    [{ topicLevels: { loans: 2.5 } }, 'topicLevels.loans', 'type'],
    [{ categories: ['General', 'Nowhere'] }, 'categories.1', 'known'],
    [{ categories: 'General' }, 'categories', 'type'],
  ]
  for (const [changes, field, rule] of bad) {
    const { status, body } = await admin('PUT', path, { body: changes })
    expect([status, body.error.details]).toMatchObject([400, [{ field, rule }]])
  }
})

test('knowledge is added, read, changed and removed', async () => {
  const wanted = { question: 'Where is my card?', answer: 'On its way.', class: 'card_arrival', language: 'en' }
  const { data } = (await admin('POST', 'knowledge', { body: wanted })).body
  expect(data).toMatchObject(wanted)
  const path = `knowledge/${data.uuid}`
  const changed = await admin('PUT', path, { body: { answer: 'In the post.', class: null } })
  expect(changed.body.data).toMatchObject({ ...wanted, answer: 'In the post.', class: null })
  expect((await admin('GET', path)).body.data).toEqual(changed.body.data)
  expect((await admin('GET', 'knowledge', { query: { class: 'card_arrival' } })).body.data.knowledge).toEqual([])

  expect((await admin('POST', `${path}/remove`)).body.data).toEqual({ uuid: data.uuid })

  expect((await admin('GET', path)).status).toBe(404)
  expect((await admin('POST', `${path}/remove`)).body.error.code).toBe('knowledge_not_found')
})

test('known answers are found by words, state, class, language and source', async () => {
  const made = await Promise.all(
    [
      { question: 'Which ZEBRA is mine?', answer: 'The striped 100% one.', class: 'zoo', language: 'en' },
      { question: 'Welches Zebra?', answer: 'Das gestreifte.', class: 'zoo', language: 'de' },
    ].map(async (body) => (await admin('POST', 'knowledge', { body })).body.data.uuid as string),
  )
  const [english = '', german = ''] = made
  await admin('PUT', `knowledge/${german}`, { body: { isSuspended: true } })
  const find = async (query: Record<string, string>) => {
    const { knowledge } = (await admin('GET', 'knowledge', { query: { text: 'zebra', ...query } })).body.data
    return knowledge.map(({ uuid }: Body) => uuid)
  }

  expect((await find({})).sort()).toEqual([...made].sort())
  expect(await find({ text: 'STRIPED zebra' })).toEqual([english])
  expect(await find({ text: '100%' })).toEqual([english])
  expect(await find({ text: 'zebra 1_0' })).toEqual([])
  expect(await find({ state: 'GIVEN' })).toEqual([english])
  expect(await find({ state: 'SUSPENDED' })).toEqual([german])
  expect(await find({ state: 'BY_ADMIN' })).toEqual([german])
  expect(await find({ state: 'CONTESTED' })).toEqual([])
  expect(await find({ language: 'DE' })).toEqual([german])
  expect(await find({ class: 'zoo', source: 'ADMIN', language: 'en' })).toEqual([english])
  expect(await find({ source: 'FILE' })).toEqual([])
})

test('an admin can release a contested answer, but not one of a forgotten person, and the audit log records it', async () => {
  const { data } = (await admin('POST', 'knowledge', { body: { question: 'Whose?', answer: 'Ours.' } })).body
  const path = `knowledge/${data.uuid}`
  const suspend = (reason: string) =>
    w.db.system.query('update knowledge set suspended_at = now(), suspended_reason = $2 where id = $1', [
      data.uuid,
      reason,
    ])

  await suspend('CONTESTED')
  const given = await admin('PUT', path, { body: { isSuspended: false } })
  await suspend('FORGOTTEN')
  const refused = await admin('PUT', path, { body: { isSuspended: false } })

  expect([given.status, given.body.data?.suspended]).toEqual([200, null])
  expect([refused.status, refused.body.error?.code]).toEqual([400, 'knowledge_forgotten'])
  const { rows } = await w.db.system.query(
    `select action from audit_log where target_id = $1 and action = 'knowledge_updated'`,
    [data.uuid],
  )
  expect(rows).toHaveLength(1)
})

test('a blocked person is signed out, and can be found and unblocked', async () => {
  const token = w.mint(bank, 'agent', bank.dora)
  const blocked = await admin('POST', `users/${bank.dora}/block`)
  expect(blocked.body.data).toMatchObject({ uuid: bank.dora, isBlocked: true, role: 'agent' })
  expect((await w.api('GET', '/v1/agents/questions', { token })).status).toBe(401)
  const found = await admin('GET', 'users', { query: { isBlocked: 'true' } })
  expect(found.body.data.users.map(({ uuid }: Body) => uuid)).toEqual([bank.dora])

  expect((await admin('POST', `users/${bank.dora}/unblock`)).body.data.isBlocked).toBe(false)

  const named = await admin('GET', 'users', { query: { userEmail: 'DORA@bank.example' } })
  expect(named.body.data.users).toHaveLength(1)
  expect((await admin('POST', `users/${bank.edda}/block`)).status).toBe(403)
})

test('an integration shows its secret once; without overlap a new one ends the old, and removal ends all', async () => {
  const body = { systemId: 'app-2', name: 'App', redirectUris: ['https://app.example/cb', 'com.example.app:/cb'] }
  const made = await admin('POST', 'integrations', { body })
  expect(made.status).toBe(201)
  const { uuid, clientId, clientSecret } = made.body.data
  expect(made.body.data).toMatchObject({ ...body, clientIds: [clientId] })
  const token = (await credentialsOpen(clientId, clientSecret)).body.access_token
  const ask = (bearer: string) =>
    w.api('POST', '/v1/questions', { token: bearer, body: { text: 'Why?', userEmail: 'ada@bank.example' } })
  expect((await ask(token)).status).toBe(201)

  const second = (await admin('POST', `integrations/${uuid}/rotateSecret`, { body: { overlapMs: 0 } })).body.data

  expect(second.clientIds).toEqual([second.clientId])
  expect(second.clientSecret).not.toBe(clientSecret)
  expect((await ask(token)).status).toBe(401)
  expect((await credentialsOpen(clientId, clientSecret)).status).toBe(401)
  const next = (await credentialsOpen(second.clientId, second.clientSecret)).body.access_token
  const listed = await all('integrations', 'integrations')
  expect(JSON.stringify(listed)).not.toMatch(/[sS]ecret/)
  expect(listed.map((one) => one.uuid)).toContain(uuid)
  expect((await admin('POST', `integrations/${uuid}/remove`)).status).toBe(200)
  expect((await ask(next)).status).toBe(401)
  expect((await credentialsOpen(second.clientId, second.clientSecret)).status).toBe(401)
  expect((await admin('PUT', `integrations/${uuid}`, { body: { name: 'X' } })).status).toBe(404)
})

test('a rotated secret works for another day by default; the list shows both with dates, and its tokens end with it', async () => {
  const { uuid, clientId, clientSecret } = (
    await admin('POST', 'integrations', { body: { systemId: 'rotating', name: 'Rotating' } })
  ).body.data
  await inSystem(w.db, (tx) => limitCredential(tx, clientId, { reads: 7_000, writes: null }))
  const listed = async () => (await all('integrations', 'integrations')).find((one) => one.uuid === uuid)?.credentials

  const rotatedAt = Date.now()
  const second = (await admin('POST', `integrations/${uuid}/rotateSecret`)).body.data

  const both = await listed()
  expect(both).toMatchObject([
    { clientId, dateCreated: expect.any(String), readsPerMinute: 7_000 },
    { clientId: second.clientId, dateEnds: null, readsPerMinute: 7_000, writesPerMinute: null },
  ])
  expect(Math.abs(Date.parse(both[0].dateEnds) - rotatedAt - 86_400_000)).toBeLessThan(60_000)
  const old = (await credentialsOpen(clientId, clientSecret)).body.access_token
  const young = (await credentialsOpen(second.clientId, second.clientSecret)).body.access_token
  const read = async (token: string) =>
    (await w.api('GET', '/v1/questions', { token, query: { userEmail: 'ada@bank.example' } })).status
  expect([await read(old), await read(young)]).toEqual([200, 200])

  await w.db.system.query(`update credentials set revoked_at = clock_timestamp() where client_id = $1`, [clientId])
  await w.db.system.query(`update revocations set revoked_at = clock_timestamp() where subject = $1`, [clientId])

  await expect.poll(() => read(old)).toBe(401)
  expect(await read(young)).toBe(200)
  expect((await credentialsOpen(clientId, clientSecret)).body.error).toBe('invalid_client')
  expect(await listed()).toMatchObject([{ clientId: second.clientId }])
})

test.each([-1, 7 * 86_400_000 + 1, 0.5, '60000'])('a secret cannot overlap for %s ms', async (overlapMs) => {
  const answer = await admin('POST', `integrations/${bank.integrationId}/rotateSecret`, { body: { overlapMs } })
  expect([answer.status, answer.body.error.details[0].field]).toEqual([400, 'overlapMs'])
})

test('a secret that leaked during the overlap is ended at once by another rotation', async () => {
  const made = (await admin('POST', 'integrations', { body: { systemId: 'leaked', name: 'Leaked' } })).body.data
  const rotate = (body: object) => admin('POST', `integrations/${made.uuid}/rotateSecret`, { body })
  await rotate({})
  const token = (await credentialsOpen(made.clientId, made.clientSecret)).body.access_token

  const last = (await rotate({ overlapMs: 0 })).body.data

  expect(last.clientIds).toEqual([last.clientId])
  expect((await credentialsOpen(made.clientId, made.clientSecret)).status).toBe(401)
  const query = { userEmail: 'ada@bank.example' }
  expect((await w.api('GET', '/v1/questions', { token, query })).status).toBe(401)
})

test('a new credential has at most the scopes of the token that creates it', async () => {
  const token = w.mint(bank, 'admin', bank.edda, { scopes: ['admin', 'questions:read'] })
  const create = (path: string, body: object = {}, by = token) =>
    w.api('POST', `/v1/admin/${path}`, { token: by, body })
  const scopeOf = async ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) =>
    (await credentialsOpen(clientId, clientSecret)).body.scope

  const made = (await create('integrations', { systemId: 'narrow', name: 'Narrow' })).body.data
  expect(await scopeOf(made)).toBe('questions:read')
  expect(await scopeOf((await create(`users/${bank.dora}/credentials`)).body.data)).toBe('questions:read')
  expect(await scopeOf((await create(`users/${bank.carla}/credentials`)).body.data)).toBe('questions:read expert')
  const rotated = (await create(`integrations/${made.uuid}/rotateSecret`)).body.data
  expect(await scopeOf(rotated)).toBe('questions:read')

  const onlyAdmin = w.mint(bank, 'admin', bank.edda, { scopes: ['admin'] })
  for (const [path, body] of [
    ['integrations', { systemId: 'none', name: 'None' }],
    [`users/${bank.dora}/credentials`, {}],
    [`integrations/${made.uuid}/rotateSecret`, {}],
  ] as const) {
    const refused = await create(path, body, onlyAdmin)
    expect([refused.status, refused.body.error.code], path).toEqual([403, 'insufficient_scope'])
  }
})

test('an admin whose token lacks scopes of a role cannot create people of it or make links for them', async () => {
  const create = (token: string, email: string) =>
    w.api('POST', '/v1/admin/experts', { token, body: { email, name: 'Nora' } })
  const reset = (token: string) => w.api('POST', `/v1/admin/experts/${bank.carla}/resetPassword`, { token, body: {} })
  const narrow = w.mint(bank, 'admin', bank.edda, { scopes: ['admin', 'questions:read'] })
  const wide = w.mint(bank, 'admin', bank.edda, { scopes: ['admin', 'questions:read', 'questions:write'] })

  const invite = (token: string) => w.api('POST', `/v1/admin/users/${bank.carla}/invite`, { token, body: {} })

  for (const refused of [await create(narrow, 'nora@bank.example'), await reset(narrow), await invite(narrow)]) {
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
    expect(refused.body.error.message).toContain('questions:write')
  }
  expect((await create(wide, 'nora@bank.example')).status).toBe(201)
})

test.each([
  'http://app.example/cb',
  'https://app.example/cb#x',
  'https://*.example/cb',
  'https://user@app.example/cb',
  '/cb',
  'javascript:alert(1)',
  'app:/cb',
])('an integration cannot send people to %s', async (uri) => {
  const body = { systemId: `x-${Math.random().toString(36).slice(2)}`, name: 'X', redirectUris: [uri] }
  const answer = await admin('POST', 'integrations', { body })
  expect([answer.status, answer.body.error.code]).toEqual([400, 'redirect_uri_invalid'])
})

test('the pages of every list neither repeat nor miss an item', async () => {
  for (const n of [1, 2, 3, 4, 5]) {
    await admin('POST', 'knowledge', { body: { question: `Q${n}?`, answer: 'A' } })
  }
  for (const [path, member] of [
    ['experts', 'experts'],
    ['categories', 'categories'],
    ['knowledge', 'knowledge'],
    ['users', 'users'],
    ['integrations', 'integrations'],
    ['audit', 'entries'],
  ] as const) {
    const ids = (await all(path, member)).map((item) => item.uuid ?? item.id)
    const whole = (await admin('GET', path, { query: { limit: '100' } })).body.data[member]
    expect(ids).toEqual(whole.map((item: Body) => item.uuid ?? item.id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(1)
  }
})

test('an admin sees and changes nothing of another company', async () => {
  const theirs = await w.addAdministered(rival)
  const mine = async () =>
    Promise.all(
      ['experts', 'categories', 'knowledge', 'users', 'integrations', 'audit'].map((path) =>
        admin('GET', path, { query: { limit: '100' } }),
      ),
    )
  const seen = (await mine()).map(({ text }) => text).join()
  for (const { uuid } of Object.values(theirs)) expect(seen).not.toContain(uuid)
  expect(seen).not.toContain('rival')

  const dump = async () =>
    (
      await w.db.system.query(
        `select json_agg(u order by id)::text || (select json_agg(i order by id)::text from integrations i where company_id = $1) as all
      from users u where company_id = $1`,
        [rival.companyId],
      )
    ).rows[0].all
  const before = await dump()
  for (const path of [
    `experts/${rival.bruno}/deactivate`,
    `experts/${rival.bruno}/resetPassword`,
    `users/${rival.bruno}/invite`,
    `users/${rival.ada}/block`,
    `users/${rival.ada}/unblock`,
    `integrations/${rival.integrationId}/rotateSecret`,
    `integrations/${rival.integrationId}/remove`,
    `knowledge/${theirs.knowledge.uuid}/remove`,
  ]) {
    expect((await admin('POST', path)).status, path).toBe(404)
  }
  expect(await dump()).toBe(before)
  expect((await credentialsOpen(rival.client.clientId, rival.client.clientSecret)).status).toBe(200)
})

test('the audit log records actor, action, target and origin, without a name or e-mail address', async () => {
  const headers = { 'x-correlation-id': 'audit-1' }
  await admin('POST', `users/${bank.ben}/block`, { headers })
  const [last] = await acts()
  expect(last).toEqual({
    id: expect.stringMatching(/^\d+$/),
    date: expect.any(String),
    action: 'user_blocked',
    outcome: 'success',
    reason: null,
    actor: { kind: 'admin', uuid: bank.edda },
    targetId: bank.ben,
    fields: [],
    address: '127.0.0.1',
    userAgent: expect.any(String),
    correlationId: 'audit-1',
  })
  const filtered = (await admin('GET', 'audit', { query: { action: 'user_blocked', limit: '1' } })).body.data
  expect(filtered.entries).toEqual([last])
  expect(JSON.stringify(await all('audit', 'entries', '100'))).not.toContain('@')
  const others = (await w.api('GET', '/v1/admin/audit', { token: rivalsEdda })).body.data.entries
  expect(others.map(({ targetId }: Body) => targetId)).not.toContain(bank.ben)
})

test('a failed act is not recorded in the audit log', async () => {
  const before = await acts()
  expect((await admin('POST', 'categories', { body: { name: 'General' } })).status).toBe(400)
  expect(await acts()).toEqual(before)
})
