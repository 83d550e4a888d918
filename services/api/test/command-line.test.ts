import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@askline/db'
import { buildSecretBox, type SecretBox } from '@askline/runtime'
import { createTestDatabase, openTestDatabase, testSecretsKey } from '@askline/testing'
import { createDecoder } from 'fast-jwt'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openCommandDatabase } from '../src/command-line/command-database.ts'
import { runCommand } from '../src/command-line/run-command.ts'
import { setPasswordBy } from './set-password.ts'
import { openWorld } from './world.ts'

const w = await openWorld()
const empty = await openTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'askline-'))

/** Runs a command line. Returns its exit code and both outputs. */
const askline = (...argv: string[]) => asklineIn(w.db, ...argv)
askline.with = (more: { secrets: () => SecretBox }, ...argv: string[]) => asklineWith({ db: w.db, ...more }, ...argv)
const asklineIn = (db: Database, ...argv: string[]) => asklineWith({ db, secrets: () => w.context.secrets }, ...argv)

async function asklineWith(given: { db: Database; secrets: () => SecretBox }, ...argv: string[]) {
  const said: string[] = []
  const complained: string[] = []
  const output = { say: (line: string) => said.push(line), complain: (line: string) => complained.push(line) }
  const { clock, config } = w
  const code = await runCommand(argv, output, async () => ({
    ...given,
    issuer: config.issuer,
    now: clock.second,
    emptyQueues: async () => 0,
    close: async () => undefined,
  }))
  const told = (name: string) => said.map((line) => new RegExp(`^${name} +(\\S+)$`).exec(line)?.[1]).find(Boolean) ?? ''
  return { code, said: said.join('\n'), complained: complained.join('\n'), told }
}

async function fileOf(content: string | Buffer): Promise<string> {
  const file = join(folder, `${Math.random().toString(36).slice(2)}.csv`)
  await writeFile(file, content)
  return file
}

const count = async (text: string): Promise<number> =>
  (await w.db.system.query(`select count(*) from ${text}`)).rows[0].count
const list = async (token: string) => (await w.api('GET', '/v1/questions', { token })).status

test('the command line alone creates a company and a working integration', async () => {
  expect(await askline('company', 'create', 'fresh', '--name', 'Fresh & Co')).toMatchObject({ code: 0, complained: '' })
  const made = await askline('integration', 'create', 'shop', '--company=fresh', '--name', 'Shop')
  expect(made.code).toBe(0)
  const credentials = { client_id: made.told('client_id'), client_secret: made.told('client_secret') }
  const issued = await w.api('POST', '/v1/oauth/token', { body: { grant_type: 'client_credentials', ...credentials } })
  expect(await list(issued.body.access_token)).toBe(200)

  const minted = await askline(
    'token',
    'mint',
    '--client',
    credentials.client_id,
    '--days',
    '400',
    '--scope',
    'questions:read',
  )
  const greedy = await askline('token', 'mint', '--client', credentials.client_id, '--scope', 'admin')
  expect([greedy.code, greedy.complained]).toEqual([1, expect.not.stringMatching(/admin|expert/)])
  const token = minted.told('token')
  const { exp, iat, scope } = createDecoder()(token)
  expect([exp - iat, scope]).toEqual([400 * 86_400, 'questions:read'])
  expect(await list(token)).toBe(200)
  expect(await askline('token', 'revoke', minted.told('token id'))).toMatchObject({ code: 0 })
  await expect.poll(() => list(token)).toBe(401)

  const second = (await askline('token', 'mint', '--client', credentials.client_id)).told('token')
  expect(await askline('token', 'revoke', second)).toMatchObject({ code: 0 })
  await expect.poll(() => list(second)).toBe(401)
  const { rows } = await w.db.system.query(
    `select action from audit_log join companies c on c.id = company_id where c.tag = 'fresh' and actor_kind = 'operator' order by audit_log.id`,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'company_created',
    'integration_created',
    'token_minted',
    'token_revoked',
    'token_minted',
    'token_revoked',
  ])
})

test('a command waits for a database that is slow to connect', async () => {
  const address = new URL((await createTestDatabase()).url)
  const slow = createServer((socket) => {
    setTimeout(() => {
      const server = connect(Number(address.port), address.hostname)
      for (const end of [socket, server]) end.on('error', () => undefined)
      socket.pipe(server).pipe(socket)
    }, 3_000)
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const { port } = slow.address() as AddressInfo
  const db = openCommandDatabase(Object.assign(new URL(address), { hostname: '127.0.0.1', port }).href)
  onTestFinished(async () => {
    await db.close()
    slow.close()
  })

  expect(await asklineIn(db, 'company', 'create', 'patient', '--name', 'Patient')).toMatchObject({ code: 0 })
})

test('secrets are printed once and not stored in clear', async () => {
  const staff = await askline(
    'staff',
    'create',
    'sam@bank.example',
    '--company',
    'bank',
    '--name',
    'Sam',
    '--role',
    'admin',
  )
  const shop = await askline('integration', 'create', 'kiosk', '--company', 'bank', '--name', 'Kiosk')
  const token = (await askline('token', 'mint', '--client', shop.told('client_id'))).told('token')
  const invitation = new URL(staff.told('invitation')).hash.slice(1)
  for (const table of ['users', 'credentials', 'password_links', 'audit_log', 'signing_keys']) {
    const { rows } = await w.db.system.query(`select json_agg(t)::text as dump from ${table} t`)
    for (const secret of [invitation, shop.told('client_secret'), token]) {
      expect(secret.length).toBeGreaterThan(10)
      expect(rows[0].dump).not.toContain(secret)
    }
  }
  await setPasswordBy(w.api, staff.told('invitation'))
  const { rows } = await w.db.system.query(`select password_hash from users where email = 'sam@bank.example'`)
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$/)
})

describe('an invitation by the operator', () => {
  const invite = (email: string, company = 'bank') => askline('staff', 'invite', email, '--company', company)

  test.each([
    ['an expert', 'bruno', w.bank],
    ['an agent', 'dora', w.rival],
    ['the only admin', 'edda', w.bank],
  ] as const)('lets %s set a password', async (_who, name, { tag, [name]: userId }) => {
    const first = await invite(`${name}@${tag}.example`, tag)
    const second = await invite(` ${name.toUpperCase()}@${tag}.example`, tag)
    expect([first.code, second.code]).toEqual([0, 0])

    await expect(setPasswordBy(w.api, first.told('invitation'))).rejects.toThrow('the operator of this installation')
    await setPasswordBy(w.api, second.told('invitation'))

    const { rows } = await w.db.system.query(
      `select actor_kind as actor, action from audit_log where target_id = $1 order by id desc limit 3`,
      [userId],
    )
    expect(rows.map(({ actor, action }) => `${actor} ${action}`).slice(1)).toEqual([
      'operator person_invited',
      'operator person_invited',
    ])
  })

  test('is refused for an asker, a blocked person and an unknown address', async () => {
    await w.db.system.query('update users set is_blocked = true where id = $1', [w.rival.dora])
    const refused = [
      await invite('ada@bank.example'),
      await invite('dora@rival.example', 'rival'),
      await invite('nobody@bank.example'),
    ]

    expect(refused.map(({ code }) => code)).toEqual([1, 1, 1])
    expect(refused.map(({ complained }) => complained)).toEqual([
      expect.stringContaining('is an asker'),
      expect.stringContaining('blocked'),
      expect.stringContaining('no person with this e-mail address'),
    ])
  })
})

test.each<[number, RegExp, ...string[]]>([
  [2, /There is no command "make tea"/, 'make', 'tea'],
  [2, /--name is missing/, 'company', 'create', 'x'],
  [2, /no flag --colour/, 'company', 'create', 'x', '--colour', 'red'],
  [2, /--name needs a value/, 'company', 'create', 'x', '--name'],
  [2, /unexpected argument/, 'company', 'create', 'x', 'y', '--name', 'X'],
  [2, /An argument is missing\. Usage: company create <tag> --name/, 'company', 'create', '--name', 'X'],
  [2, /--name is given twice/, 'company', 'create', 'x', '--name', 'X', '--name=Y'],
  [2, /--sandbox takes no value/, 'company', 'create', 'x', '--name', 'X', '--sandbox=yes'],
  [2, /--reads must be a whole number/, 'credential', 'limit', 'x', '--reads', 'many'],
  [1, /No credential has the client id x/, 'credential', 'limit', 'x'],
  [2, /--role must be/, 'staff', 'create', 'a@b', '--company', 'bank', '--name', 'A', '--role', 'user'],
  [2, /--days must be/, 'token', 'mint', '--client', 'x', '--days', '0'],
  [1, /no integration with the client id/, 'token', 'mint', '--client', 'x'],
  [1, /neither a token nor a token id/, 'token', 'revoke', 'x'],
  [1, /No token was minted/, 'token', 'revoke', '00000000-0000-4000-8000-000000000000'],
  [1, /company with the tag bank already/, 'company', 'create', 'bank', '--name', 'Bank'],
  [1, /tag must be 1 to 63/, 'company', 'create', 'No Slug', '--name', 'X'],
  [1, /no company with the tag nowhere/, 'integration', 'create', 'x', '--company', 'nowhere', '--name', 'X'],
  [
    1,
    /redirect URI must/,
    'integration',
    'create',
    'x',
    '--company',
    'bank',
    '--name',
    'X',
    '--redirect-uris',
    'http://x',
  ],
  [
    1,
    /already has a person with this e-mail address/,
    'staff',
    'create',
    'ada@bank.example',
    '--company',
    'bank',
    '--name',
    'A',
    '--role',
    'agent',
  ],
  [1, /No active key has the id x\. Active keys: \S+\.$/, 'key', 'drop', 'x'],
  [1, /no company with the tag nowhere/, 'forget', 'nowhere', 'a@b.example'],
  [2, /An argument is missing\. Usage: forget </, 'forget', 'bank'],
  [1, /cannot be read/, 'forget', '--replay', '--from', '/nowhere.jsonl'],
  [1, /cannot be read/, 'expert', 'import', '/nowhere.csv', '--company', 'bank'],
])('exit code %i and one sentence (%s)', async (code, sentence, ...argv) => {
  const answer = await askline(...argv)
  expect(answer.code).toBe(code)
  expect(answer.complained.split('\n')[0]).toMatch(sentence)
  expect(answer.complained.split('\n')[0]).toMatch(/[.?]$|askline help$/)
  expect(answer.said).toBe('')
})

test('help names every command', async () => {
  const { code, said } = await askline('help')
  expect(code).toBe(0)
  for (const name of [
    'company create',
    'token mint',
    'setup',
    'setup link',
    'staff create',
    'staff invite',
    'expert import',
    'key rotate',
    'key list',
    'key drop',
    'key reencrypt',
    'credential limit',
    'forget',
    'stats',
  ]) {
    expect(said).toContain(`  ${name}`)
  }
})

describe('an import', () => {
  const experts = (file: string) => askline('expert', 'import', file, '--company', 'bank')

  test('reads quotes, line breaks in a field, a byte order mark and both line endings', async () => {
    const file = await fileOf(
      '\ufeffemail,name,topics,languages,isElite,topicLevels,categories\r\n"kim@bank.example","Kim ""K"" Lee","cards;loans",en;de,true,cards=4;loans=2,General\r\n\r\nlou@bank.example,Lou,,,,,\r\n',
    )
    expect(await experts(file)).toMatchObject({ code: 0, said: expect.stringContaining('2 experts') })
    const { rows } = await w.db.system.query(
      `select name, topics, languages, is_elite, topic_levels, cardinality(category_ids) as categories from users u join experts e on e.user_id = u.id where email in ('kim@bank.example', 'lou@bank.example') order by email`,
    )
    expect(rows).toEqual([
      {
        name: 'Kim "K" Lee',
        topics: ['cards', 'loans'],
        languages: ['en', 'de'],
        is_elite: true,
        topic_levels: { cards: 4, loans: 2 },
        categories: 1,
      },
      { name: 'Lou', topics: [], languages: ['en'], is_elite: false, topic_levels: {}, categories: 0 },
    ])
  })

  test('reads what spreadsheets write: semicolons, other case, empty columns and rows, TRUE, line breaks in names', async () => {
    const file = await fileOf(
      '\ufeff EMAIL ;Name;;is elite;\r\n' +
        'lea@firm.example;"Lea\nOne ";;TRUE;\r\n;;;;\r\nBea@firm.example;Bea;;FALSE;\r\n',
    )
    expect(await experts(file)).toMatchObject({ code: 0, complained: '', said: expect.stringContaining('2 experts') })
    const { rows } = await w.db.system.query(
      `select name, email, is_elite from users u join experts e on e.user_id = u.id where address in ('lea@firm.example', 'bea@firm.example') order by address`,
    )
    expect(rows).toEqual([
      { name: 'Bea', email: 'Bea@firm.example', is_elite: false },
      { name: 'Lea One', email: 'lea@firm.example', is_elite: true },
    ])
  })

  test('with --invite prints the address and the link of each expert, all or none', async () => {
    const file = await fileOf('email,name\nmia@bank.example,Mia\nleo@bank.example,Leo\n')
    const { code, said } = await askline('expert', 'import', file, '--company', 'bank', '--invite')

    const rows = said.split('\n').map((line) => line.split(/ {2,}/))
    expect([code, rows[0], rows[3]]).toEqual([0, ['address', 'invitation'], ['2 experts are imported.']])
    expect(rows.slice(1, 3).map(([address]) => address)).toEqual(['mia@bank.example', 'leo@bank.example'])
    for (const [, link = ''] of rows.slice(1, 3)) await setPasswordBy(w.api, link)

    const before = await count('password_links')
    const faulty = await fileOf('email,name\nzoe@bank.example,Zoe\nnobody,Bad\n')
    const refused = await askline('expert', 'import', faulty, '--company', 'bank', '--invite')
    expect([refused.code, refused.said, await count('password_links')]).toEqual([1, '', before])
  })

  test('names the line of each fault and imports nothing', async () => {
    const before = await count('users')
    const file = await fileOf(
      'email,name,capacity\ngood@bank.example,"Two\nlines",3\nnobody,Bad,3\nada@bank.example,Ada,3\nfine@bank.example,Fine,many\nlast@bank.example,Last,\n',
    )
    const { code, complained } = await experts(file)
    expect(code).toBe(1)
    expect(complained.split('\n')).toEqual([
      'Line 4: The value is not a valid e-mail address.',
      expect.stringMatching(/^Line 5: The company already has a person/),
      expect.stringMatching(/^Line 6: capacity must be/),
      'Nothing was imported.',
    ])
    expect(await count('users')).toBe(before)
  })

  test.each<[string, RegExp, string | Buffer]>([
    ['no header', /The file is empty/, ''],
    ['a missing column', /lacks the column name/, 'email\na@b.example\n'],
    ['an unknown column', /^Line 1: Column 3 .*\nNothing was imported\.$/, 'email,name,shoe\na@b.example,A,9\n'],
    ['a column twice', /names the column name twice/, 'email,name,name\na@b.example,A,B\n'],
    [
      'rows of every kind of fault, all named,',
      /^Line 3: The row has .*\nLine 4: The value is not a valid e-mail address\.\nLine 5: The row has .*\nNothing was imported\.$/,
      'email,name\na@b.example,A\nb@b.example\nx,B\nc@b.example,C,C\n',
    ],
    [
      'an open quote',
      /^Line 2: A quotation mark is not closed.*\nNothing was imported\.$/,
      'email,name\n"a@b.example,A\n',
    ],
    ['another encoding', /is not UTF-8/, Buffer.from('email,name\na@b.example,J\xfcrgen\n', 'latin1')],
    ['UTF-16', /is UTF-16LE/, Buffer.from('email,name\n', 'utf16le')],
  ])('refuses a file with %s', async (_what, sentence, content) => {
    const before = await count('users')
    const { code, complained } = await experts(await fileOf(content))
    expect([code, complained.replace(/^\S+\.csv /, '')]).toEqual([1, expect.stringMatching(sentence)])
    expect(await count('users')).toBe(before)
  })

  test('of known answers is all or nothing, too', async () => {
    const knowledge = async (content: string) =>
      askline('knowledge', 'import', await fileOf(content), '--company', 'bank')
    const good = 'question,answer,class,language\nWhere?,"Here, there",card,en\nWhy?,Because,,\n'
    expect(await knowledge(good)).toMatchObject({ code: 0, said: '2 known answers are imported.' })
    const bad = await knowledge('question,answer,language\nA?,a,\nB?,,\nC?,c,English\n')
    expect(bad.complained).toMatch(/^Line 3: answer .*\nLine 4: language .*\nNothing was imported\.$/)
    expect(await count('knowledge')).toBe(2)
  })
})

test('a new key signs at once, and tokens of earlier keys stay valid until they expire', async () => {
  const kidOf = (token: string) => createDecoder({ complete: true })(token).header.kid
  const { clientId, clientSecret } = w.bank.client
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const obtain = async (): Promise<string> => (await w.api('POST', '/v1/oauth/token', { body })).body.access_token
  const before = await obtain()
  const minted = (await askline('token', 'mint', '--client', clientId, '--days', '10')).told('token')

  expect(await askline('key', 'rotate')).toMatchObject({ code: 0 })

  const after = await obtain()
  expect(kidOf(after)).not.toBe(kidOf(before))
  for (const token of [before, minted, after]) expect(await list(token)).toBe(200)
  const { keys } = (await w.api('GET', '/v1/oauth/jwks')).body
  expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual([kidOf(after), kidOf(before)])
  const { rows } = await w.db.system.query(
    `select retires_at > now() + interval '9 days' as stays from signing_keys where kid = $1`,
    [kidOf(before)],
  )
  expect(rows).toEqual([{ stays: true }])
  await w.db.system.query('update signing_keys set retires_at = now() where kid = $1', [kidOf(before)])
  expect((await w.api('GET', '/v1/oauth/jwks')).body.keys).toHaveLength(1)
})

test('signing keys can be encrypted under another secrets key and still sign', async () => {
  expect(await askline('key', 'reencrypt')).toMatchObject({
    code: 0,
    said: expect.stringContaining('already encrypted'),
  })
  const box = buildSecretBox(`${randomBytes(32).toString('base64')},${testSecretsKey}`)

  const changed = await askline.with({ secrets: () => box }, 'key', 'reencrypt')

  expect(changed).toMatchObject({ code: 0, said: expect.stringContaining(`is encrypted under ${box.keyIds[0]}.`) })
  expect((await askline.with({ secrets: () => box }, 'key', 'rotate')).code).toBe(0)
  expect((await askline('token', 'mint', '--client', w.bank.client.clientId)).complained).toMatch(
    /is encrypted under the key \w+, but SECRETS_KEY holds/,
  )
  const back = buildSecretBox(testSecretsKey)
  expect((await askline.with({ secrets: () => back }, 'key', 'rotate', '--secrets-key-is-lost')).code).toBe(0)
})

test('tokens of a dropped key are refused within a second, and another key signs at once', async () => {
  const { clientId, clientSecret } = w.bank.client
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const obtain = async (): Promise<string> => (await w.api('POST', '/v1/oauth/token', { body })).body.access_token
  const token = await obtain()
  const minted = (await askline('token', 'mint', '--client', clientId)).told('token')
  const { kid } = createDecoder({ complete: true })(token).header
  expect([await list(token), await list(minted)]).toEqual([200, 200])

  expect(await askline('key', 'drop', kid)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/Refresh tokens are not signed, so people stay signed in.*--end-sign-ins/s),
  })

  await expect.poll(async () => [await list(token), await list(minted)]).toEqual([401, 401])
  const { keys } = (await w.api('GET', '/v1/oauth/jwks')).body
  expect(keys.map((key: { kid: string }) => key.kid)).not.toContain(kid)
  expect(await list(await obtain())).toBe(200)
  const { rows } = await w.db.system.query(
    `select c.tag, target_id from audit_log join companies c on c.id = company_id where action = 'key_dropped' order by 1`,
  )
  expect(rows).toEqual(expect.arrayContaining(['bank', 'rival'].map((tag) => ({ tag, target_id: kid }))))
})

test('an operator lists the keys whose tokens are valid', async () => {
  expect((await askline('key', 'rotate')).code).toBe(0)
  const published = (await w.api('GET', '/v1/oauth/jwks')).body.keys.map(({ kid }: { kid: string }) => kid)

  const [header, signing, ...retiring] = (await askline('key', 'list')).said.split('\n')

  expect(header).toMatch(/^kid +dateCreated +verifiesUntil$/)
  expect(signing).toMatch(/^\S+ +\S+Z +-$/)
  expect([signing, ...retiring].map((line) => line?.split(' ')[0]).sort()).toEqual(published.sort())
  expect(retiring.length).toBeGreaterThan(0)
  for (const line of retiring) expect(line).toMatch(/^\S+ +\S+Z +\S+Z$/)
})

test('dropping a key can also end every sign-in', async () => {
  const family = `insert into token_families (id, company_id, user_id, client_id, scopes, expires_at)
    values (gen_random_uuid(), $1, $2, 'askline-desk', '{expert}', clock_timestamp() + interval '1 day')`
  const open = async () =>
    Number((await w.db.system.query('select count(*) from token_families where ended_at is null')).rows[0].count)
  await w.db.system.query(family, [w.bank.companyId, w.bank.bruno])
  await w.db.system.query(family, [w.rival.companyId, w.rival.bruno])
  const keys = async () => (await w.api('GET', '/v1/oauth/jwks')).body.keys.map((key: { kid: string }) => key.kid)

  const kept = await askline('key', 'drop', (await keys())[0])
  expect([kept.code, await open()]).toEqual([0, 2])
  const ended = await askline('key', 'drop', (await keys())[0], '--end-sign-ins')

  expect(ended).toMatchObject({ code: 0, said: expect.stringContaining('2 sign-ins are ended') })
  expect(await open()).toBe(0)
})

test('the operator forgets a person, exports the list, and replays it after a restore', async () => {
  const email = 'gone@bank.example'
  const credentials = { client_id: w.bank.client.clientId, client_secret: w.bank.client.clientSecret }
  const body = { grant_type: 'client_credentials', ...credentials }
  const token = (await w.api('POST', '/v1/oauth/token', { body })).body.access_token
  await w.ask({ userEmail: email }, token)
  const name = async () =>
    (
      await w.db.system.query(`select name, email from users where company_id = $1 and id = $2`, [
        w.bank.companyId,
        gone,
      ])
    ).rows[0]
  const [{ id: gone }] = (await w.db.system.query('select id from users where email = $1', [email])).rows

  const forgotten = await askline('forget', 'bank', email)
  expect(forgotten).toMatchObject({ code: 0, said: expect.stringContaining('status    ERASING') })
  const receipt = await w.api('GET', `/v1/users/forget/${forgotten.told('receipt')}`, { token })
  expect([receipt.status, (await name()).name]).toEqual([200, 'Deleted user'])
  const { rows: acts } = await w.db.system.query(
    `select actor_kind from audit_log where action = 'user_forgotten' and target_id = $1`,
    [forgotten.told('receipt')],
  )
  expect(acts).toEqual([{ actor_kind: 'operator' }])

  const list = await askline('forget', '--export', '--earlier', await fileOf(''))
  expect(list.said).toContain(gone)
  expect(list.said).not.toContain('gone@')
  await w.db.system.query(
    `update users set name = 'Gone', email = $2, address = $2, forgotten_at = null where id = $1`,
    [gone, email],
  )
  await w.db.system.query(`update forget_requests set user_id = null, email_hash = 'lost' where user_id = $1`, [gone])
  expect((await askline('forget', '--replay')).told('returned')).toBe('0')
  const kept = list.said.replace(forgotten.told('receipt'), randomUUID())
  expect((await askline('forget', '--replay', '--from', await fileOf(kept))).told('returned')).toBe('1')
  expect(await name()).toEqual({ name: 'Deleted user', email: null })

  const torn = await askline('forget', '--replay', '--from', await fileOf(`${kept}\n{"requestId":`))
  expect([torn.code, torn.complained]).toEqual([1, expect.stringMatching(/^line \d+: not written by forget --export/)])
})

test('the audit log records the tokens of an integration and wrong secrets', async () => {
  const { clientId, clientSecret } = w.bank.client
  const person = w.bank.brunosClient
  const obtain = (client_id: string, client_secret: string) =>
    w.api('POST', '/v1/oauth/token', { body: { grant_type: 'client_credentials', client_id, client_secret } })
  const entries = async () =>
    (
      await w.db.system.query(
        `select action, outcome, reason, actor_kind from audit_log
         where company_id = $1 and (target_id in ($2, $3, $4) or correlation_id = $4) order by id`,
        [w.bank.companyId, clientId, person.clientId, jti],
      )
    ).rows
  const token = (await obtain(clientId, clientSecret)).body.access_token
  const { jti } = createDecoder()(token)

  expect((await obtain(clientId, 'guess')).status).toBe(401)
  await expect.poll(entries).toHaveLength(2)
  expect((await obtain(person.clientId, 'guess')).status).toBe(401)
  expect((await obtain('nobody', 'guess')).status).toBe(401)

  await expect.poll(entries).toEqual([
    { action: 'token_issued', outcome: 'success', reason: null, actor_kind: 'integration' },
    { action: 'token_issued', outcome: 'failure', reason: 'wrong_secret', actor_kind: 'nobody' },
    { action: 'sign_in', outcome: 'failure', reason: 'wrong_secret', actor_kind: 'nobody' },
  ])
})

test('an operator creates, lists and revokes a credential of a person', async () => {
  const made = await askline('credential', 'create', 'Dora@bank.example', '--company', 'bank')
  expect([made.code, made.complained]).toEqual([0, ''])
  const [client_id, client_secret] = [made.told('client_id'), made.told('client_secret')]
  const obtain = () =>
    w.api('POST', '/v1/oauth/token', { body: { grant_type: 'client_credentials', client_id, client_secret } })
  const token = (await obtain()).body.access_token
  const queue = async () => (await w.api('GET', '/v1/agents/questions', { token })).status
  expect(await queue()).toBe(200)

  const listed = await askline('credential', 'list', 'dora@bank.example', '--company', 'bank')
  expect(listed.said).toMatch(new RegExp(`^clientId +dateCreated +dateRevoked +scopes\n${client_id} +\\S+Z +- +`))
  expect(listed.said).not.toContain(client_secret)
  expect(await askline('credential', 'revoke', client_id)).toMatchObject({ code: 0, complained: '' })

  expect((await obtain()).status).toBe(401)
  await expect.poll(queue).toBe(401)
  const { rows } = await w.db.system.query(
    `select action from audit_log where actor_kind = 'operator' and target_id = $1 order by id`,
    [w.bank.dora],
  )
  expect(rows.map(({ action }) => action)).toEqual(['credential_created', 'credential_revoked'])
})

test.each([
  [['create', 'dora@bank.example'], 2, '--company is missing: there are several companies.'],
  [
    ['create', 'unknown@bank.example', '--company', 'bank'],
    1,
    'No person in the company has the address unknown@bank.example.',
  ],
  [['create', 'ada@bank.example', '--company', 'bank'], 1, 'Askers cannot have credentials'],
  [['list', 'ada@bank.example', '--company', 'nowhere'], 1, 'There is no company with the tag nowhere.'],
  [['revoke', 'ask-0'], 1, 'No credential has the client id ask-0.'],
])('credential %j is refused', async (argv, code, why) => {
  const refused = await askline('credential', ...argv)
  expect([refused.code, refused.complained]).toEqual([code, expect.stringContaining(why)])
})

test('an operator revokes a credential of an integration', async () => {
  const made = await askline('integration', 'create', 'till', '--company', 'bank', '--name', 'Till')
  const [client_id, client_secret] = [made.told('client_id'), made.told('client_secret')]
  const obtain = () =>
    w.api('POST', '/v1/oauth/token', { body: { grant_type: 'client_credentials', client_id, client_secret } })
  const token = (await obtain()).body.access_token
  expect(await list(token)).toBe(200)

  expect(await askline('credential', 'revoke', client_id)).toMatchObject({ code: 0, complained: '' })

  expect((await obtain()).status).toBe(401)
  await expect.poll(() => list(token)).toBe(401)
  const { rows } = await w.db.system.query(
    `select a.actor_kind from audit_log a join credentials c on c.integration_id::text = a.target_id::text
      where c.client_id = $1 and a.action = 'credential_revoked'`,
    [client_id],
  )
  expect(rows).toEqual([{ actor_kind: 'operator' }])
})

test('an operator limits a credential, and lifts the limit again', async () => {
  const { clientId } = w.bank.client
  const limits = async () =>
    (
      await w.db.system.query('select reads_per_minute, writes_per_minute from credentials where client_id = $1', [
        clientId,
      ])
    ).rows[0]

  const set = await askline('credential', 'limit', clientId, '--reads', '120000', '--writes', '9000')
  expect(set).toMatchObject({ code: 0, said: expect.stringContaining('reads 120000, writes 9000.') })
  expect(await limits()).toEqual({ reads_per_minute: 120_000, writes_per_minute: 9_000 })

  expect((await askline('credential', 'limit', clientId)).said).toContain('reads default, writes default.')
  expect(await limits()).toEqual({ reads_per_minute: null, writes_per_minute: null })
})

test('stats are counted per company', async () => {
  await w.ask()
  const { said } = await askline('stats')
  expect(said.split('\n')[0]).toMatch(/^company +experts +staff +askers +open +closed +knowledge$/)
  expect(said).toMatch(/\nrival +2 +2 +2 +0 +0 +0(\n|$)/)
})

describe('a replay', () => {
  /** Questions: bruno claimed one in three after a minute, carla the others after two. */
  async function history() {
    const { companyId, ada, bruno, carla } = w.bank
    await w.db.system.query(
      `with category as (select id from categories where company_id = $1 and is_default), asked as (
         insert into questions (id, company_id, asker_id, category_id, type, subject, text, company_tags, status, num_responses,
           created_at, first_offered_at, first_response_at, closed_at, expires_at)
         select gen_random_uuid(), $1, $2, category.id, 'ONE_TO_ONE', 'Q', 'How do I repay mortgage ' || n || '?', '{}', 'RESOLVED', 1,
           t, t, t + interval '3 min', t + interval '20 min', t
         from category, generate_series(1, 90) n, lateral (select clock_timestamp() - n * interval '1 hour' as t) times
         returning id, created_at as t, right(text, 3) as text
       ), numbered as (select id, t, row_number() over (order by t) as n from asked), offered as (
         insert into offers (id, company_id, question_id, expert_id, round, wave, status, score, created_at, closed_at)
         select gen_random_uuid(), $1, q.id, e.id, 0, 1,
           case when (q.n % 3 = 0) = (e.id = $3::uuid) then 'accepted' when e.id = $3::uuid then 'timed_out' else 'withdrawn' end, 1, q.t, q.t + interval '1 min'
         from numbered q, unnest(array[$3, $4]::uuid[]) as e(id)
       )
       insert into responses (id, company_id, question_id, type, author_id, is_accepted, created_at)
       select gen_random_uuid(), $1, q.id, 'EXPERT', case when q.n % 3 = 0 then $3::uuid else $4::uuid end, true, q.t + interval '3 min'
       from numbered q`,
      [companyId, ada, bruno, carla],
    )
    const { rows } = await w.db.system.query('select tag from companies where id = $1', [companyId])
    return rows[0].tag as string
  }

  test('prints what a draft policy would change, the same for the same seed', async () => {
    const tag = await history()
    const policy = await fileOf('{"waveSizes": [1], "offerMs": 30000, "weights": {"load": 3}}')
    const run = (seed: string) =>
      askline('routing', 'replay', '--company', tag, '--policy', policy, '--since', '30d', '--seed', seed)

    const first = await run('1')

    expect(first).toMatchObject({ code: 0, complained: '' })
    expect(first.said).toMatch(/^Ranking: 90 of 90$/m)
    expect(first.said).toMatch(/^90 questions, 90 resolved ones as evidence, \d+ experts, seed 1\.$/m)
    expect(first.said).toMatch(/^First answer, median +180 s +180 s +210 s +\+30 s /m)
    expect(first.said).toMatch(/^Given to agents +0\.0% +\d\.\d%/m)
    expect(first.said).toMatch(/^Load spread \(Gini\) +0\.\d\d +0\.\d\d +0\.\d\d/m)
    expect((await run('1')).said).toBe(first.said)
  })

  test('uses the only company by default, and requires --company if there are several', async () => {
    const replay = async () => asklineIn(empty, 'routing', 'replay', '--policy', await fileOf('{}'))
    expect(await replay()).toMatchObject({ code: 1, complained: 'There is no company yet.' })
    await asklineIn(empty, 'company', 'create', 'alone', '--name', 'Alone')
    expect(await replay()).toMatchObject({ code: 1, complained: 'No question was offered in the last 30d.' })
    await asklineIn(empty, 'company', 'create', 'second', '--name', 'Second')
    const among = await replay()
    expect(among.code).toBe(2)
    expect(among.complained).toContain('--company is missing: there are several companies.')
  })

  test('is refused with every fault of the policy, and if no question was recorded', async () => {
    const { rows } = await w.db.system.query('select tag from companies where id = $1', [w.bank.companyId])
    const args = ['routing', 'replay', '--company', rows[0].tag, '--policy']
    const bad = await askline(...args, await fileOf('{"waveSizes": [], "luck": 1}'))
    expect(bad).toMatchObject({ code: 1, said: '' })
    expect(bad.complained).toContain('waveSizes must be a list')
    expect(bad.complained).toContain('luck is not known here')
    expect((await askline(...args, '/nowhere.json')).complained).toMatch(/does not exist or cannot be read/)
    expect(await askline(...args, await fileOf('{}'), '--since', 'ever')).toMatchObject({ code: 2 })
  })
})
