import { inSystem } from '@askline/db'
import { makeSetupLink } from '@askline/domain/companies/set-up'
import { describe, expect, test } from 'vitest'
import type { Call } from './caller.ts'
import { sessionCallerOf } from './sign-in-browser.ts'
import { openEmptyWorld } from './world.ts'

const password = 'correct horse battery staple'
const setup = {
  company: { tag: 'bank', name: 'Bank One', timeZone: 'Europe/Berlin', language: 'de' },
  admin: { email: 'edda@bank.example', name: 'Edda', password },
}
/** A token of the right form that no link has. */
const wrongToken = (n: number) => `${n}`.padStart(43, 'w')

/** Opens an installation without a company. A company can never be deleted, so each test has its own. */
async function openEmpty(env: Record<string, string> = {}) {
  const w = await openEmptyWorld(env)
  const makeLink = () => inSystem(w.db, makeSetupLink)
  const setUp = (token: string, body: object = setup, headers: Call['headers'] = {}) =>
    w.api('POST', '/v1/setup', { body: { token, ...body }, headers: headers ?? {} })
  const countRows = async () => {
    const { rows } = await w.db.system.query(
      'select (select count(*) from companies) + (select count(*) from users) + (select count(*) from audit_log) as n',
    )
    return Number(rows[0].n)
  }
  return { ...w, makeLink, setUp, countRows }
}
const codeOf = ({ status, body }: Awaited<ReturnType<Awaited<ReturnType<typeof openEmpty>>['setUp']>>) =>
  `${status} ${body.error?.code ?? ''}`.trim()

const company = (changes: object) => ({ ...setup, company: { ...setup.company, ...changes } })
const admin = (changes: object) => ({ ...setup, admin: { ...setup.admin, ...changes } })

/** One installation for all setups that are refused. None of them is delayed. */
const many = await openEmpty({ RATE_LIMIT_SIGN_IN_PER_ACCOUNT: '1000000' })
const token = await many.makeLink()

test('creates the company and its admin, who can then sign in', async () => {
  const { makeLink, setUp, db } = await openEmpty()

  const { status, body, headers } = await setUp(await makeLink())

  expect(status).toBe(201)
  expect(body.data).toEqual({
    company: { uuid: expect.any(String), tag: 'bank', name: 'Bank One' },
    admin: { uuid: expect.any(String), email: 'edda@bank.example', name: 'Edda' },
  })
  expect(headers['set-cookie']).toBeUndefined()
  const { rows } = await db.system.query('select settings, password_hash from companies, users')
  expect(rows).toEqual([
    { settings: { timeZone: 'Europe/Berlin', language: 'de' }, password_hash: expect.stringMatching(/^\$argon2id\$/) },
  ])
})

test('signs the browser of our own page in, and no other', async () => {
  const { makeLink, setUp, config, db, api, inject } = await openEmpty()
  const ours = { origin: config.issuer, 'x-askline-desk': '1' }

  const { headers, body } = await setUp(await makeLink(), setup, ours)

  const cookies = [headers['set-cookie'] ?? []].flat().join('\n')
  expect(cookies).toMatch(/^askline-session=[\w-]{43}; .*HttpOnly; SameSite=Strict$/m)
  expect(cookies).toMatch(/^askline_device=[\w-]{43}; /m)
  const [cookie = ''] = /askline-session=[\w-]{43}/.exec(cookies) ?? []
  const { access_token: token } = (await sessionCallerOf(inject)('/token', {}, { ...ours, cookie })).body
  const me = await api('GET', '/v1/me', { token })
  expect(me.body.data).toMatchObject({ uuid: body.data.admin.uuid, role: 'admin' })
  const { rows } = await db.system.query('select action, actor_kind from audit_log order by id')
  expect(rows.map(({ action, actor_kind }) => `${actor_kind} ${action}`)).toEqual([
    'operator company_created',
    'operator staff_created',
    'admin sign_in',
  ])
})

test('answers unknown, replaced and expired tokens with one text', async () => {
  const { makeLink, setUp, db, countRows } = await openEmpty()
  const replaced = await makeLink()
  const expired = await makeLink()
  await db.system.query('update setup_links set expires_at = clock_timestamp()')

  const answers = [await setUp(wrongToken(1)), await setUp(replaced), await setUp(expired)]

  expect(answers.map(codeOf)).toEqual(Array(3).fill('400 token_invalid'))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.error))).size).toBe(1)
  expect(await countRows()).toBe(0)
  expect(codeOf(await setUp(await makeLink()))).toBe('201')
})

test('is 404 once a company exists, whatever the token and the body', async () => {
  const { makeLink, setUp, api } = await openEmpty()
  const token = await makeLink()
  await setUp(token)

  const answers = [
    await setUp(token),
    await setUp(wrongToken(1)),
    await setUp('', {}),
    await api('POST', '/v1/setup', { raw: '{', headers: { 'content-type': 'application/json' } }),
  ]

  expect(answers.map(codeOf)).toEqual(Array(4).fill('404 setup_done'))
})

test('of concurrent setups one is 201 and the others are 404', async () => {
  const { makeLink, setUp } = await openEmpty()
  const token = await makeLink()

  const answers = await Promise.all([1, 2, 3].map(() => setUp(token)))

  expect(answers.map(codeOf).sort()).toEqual(['201', '404 setup_done', '404 setup_done'])
})

test('wrong tokens from one network are delayed after the tenth, and then a right one too', async () => {
  const { makeLink, setUp, countRows } = await openEmpty()
  const token = await makeLink()

  const tried = await Promise.all(Array.from({ length: 40 }, (_, n) => setUp(wrongToken(n))))
  // The delay may be over by now. Then the wrong one starts the next.
  const [, right] = await Promise.all([setUp(wrongToken(40)), setUp(token)])

  // On a busy machine the first delays of 1 s and 2 s may end meanwhile.
  const checked = tried.filter((one) => codeOf(one) === '400 token_invalid')
  expect([11, 12, 13]).toContain(checked.length)
  expect(tried.filter((one) => codeOf(one) === '429 rate_limited')).toHaveLength(40 - checked.length)
  expect([codeOf(right), right.headers['retry-after']]).toEqual(['429 rate_limited', expect.stringMatching(/^[1248]$/)])
  expect(await countRows()).toBe(0)
})

test('a refused field does not tell whether the token is right, and counts as no guess', async () => {
  const { makeLink, setUp } = await openEmpty()
  const weak = admin({ password: '123456789012345' })
  const token = await makeLink()

  for (let n = 0; n < 15; n++) expect(codeOf(await setUp(wrongToken(n), weak))).toBe('400 password_weak')

  expect(codeOf(await setUp(token))).toBe('201')
})

describe('of setups that are refused', () => {
  const { setUp, countRows } = many

  test('none hits by a guessed token', async () => {
    const changed = [...token].map((_, at) => token.slice(0, at) + token.slice(at + 1))

    const guesses = ['', token.toUpperCase(), `${token} `, `${token}=`, ...changed.slice(0, 5), ...changed.slice(-1)]
    const answers = await Promise.all(guesses.map((guess) => setUp(guess)))

    expect(answers.map(({ status }) => status)).toEqual(guesses.map(() => 400))
    expect(await countRows()).toBe(0)
  })

  test.each([
    ['a malformed tag', company({ tag: 'Bank One' }), 'company.tag', 'tag', /must be 1 to 63 lower-case letters/],
    ['a name that is blank', company({ name: ' ' }), 'company.name', 'blank', /has no visible character/],
    [
      'an unknown time zone',
      company({ timeZone: 'Europe/Berln' }),
      'company.timeZone',
      'timeZone',
      /Did you mean Europe\/Berlin\?$/,
    ],
    ['another language', company({ language: 'fr' }), 'company.language', 'enum', /must be one of en, de\.$/],
    ['no address', admin({ email: 'edda' }), 'admin.email', 'email', /is not an e-mail address/],
    ['a short password', admin({ password: 'short' }), 'admin.password', 'minLength', /has fewer than \d+ characters/],
    ['a weak password', admin({ password: '123456789012345' }), 'admin.password', 'weak-common', /too easy to guess: /],
    [
      'a password with the name of the company',
      admin({ password: 'Bank One is my home bank' }),
      'admin.password',
      'weak-company',
      /contains the name of your company/,
    ],
    ['no admin', { company: setup.company }, 'admin', 'required', /is missing/],
  ])(
    '%s is refused with the field and the rule, and nothing is half done',
    async (_what, body, field, rule, message) => {
      const refused = await setUp(token, body)

      expect([refused.status, refused.body.error.details]).toEqual([
        400,
        [expect.objectContaining({ field, rule, message: expect.stringMatching(message) })],
      ])
      expect(await countRows()).toBe(0)
    },
  )

  test('none uses the link up', async () => {
    expect(codeOf(await setUp(token))).toBe('201')
  })
})
