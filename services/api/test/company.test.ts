import { expect, test } from 'vitest'
import type { Call } from './caller.ts'
import { openWorld } from './world.ts'

const w = await openWorld()
const { ada, edda, rivalsEdda, bruno } = w.tokens

const company = (method: string, options: Call = {}) =>
  w.api(method, '/v1/admin/company', { token: edda, ...(method === 'GET' ? {} : { body: {} }), ...options })

const set = async (settings: object) => {
  const answer = await company('PUT', { body: { settings } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data.settings
}

const ask = async (text: string) => (await w.api('POST', '/v1/questions', { token: ada, body: { text } })).body.data

test('an admin sees only their own company', async () => {
  const [ours, theirs] = await Promise.all([company('GET'), company('GET', { token: rivalsEdda })])
  expect([ours.status, theirs.status], theirs.text).toEqual([200, 200])
  expect(ours.body.data).toMatchObject({ uuid: w.bank.companyId, tag: 'bank', isSandbox: false, settings: {} })
  expect(theirs.body.data.uuid).toBe(w.rival.companyId)
  await company('PUT', { body: { name: 'Bank of Names' } })
  expect((await company('GET')).body.data.name).toBe('Bank of Names')
  expect((await company('GET', { token: rivalsEdda })).body.data.name).not.toBe('Bank of Names')
})

test('an unknown time zone is refused with the nearest one, for the company and for working hours', async () => {
  expect(await set({ timeZone: 'Asia/Kolkata', language: 'de' })).toEqual({ timeZone: 'Asia/Kolkata', language: 'de' })

  const ofCompany = await company('PUT', { body: { settings: { timeZone: 'Europe/Berln' } } })
  const hours = { workingHours: { timeZone: 'Europe/Berln', days: [] } }
  const ofExpert = await w.api('PUT', '/v1/experts/me', { token: bruno, body: hours })

  for (const [answer, field] of [
    [ofCompany, 'settings.timeZone'],
    [ofExpert, 'workingHours.timeZone'],
  ] as const) {
    const message = `${field} is no IANA time zone. Did you mean Europe/Berlin?`
    const detail = { field, rule: 'timeZone', message, suggestion: 'Europe/Berlin' }
    expect([answer.status, answer.body.error.details[0]]).toEqual([400, detail])
  }
  await set({})
})

test('a language without pages is refused', async () => {
  const refused = await company('PUT', { body: { settings: { language: 'fr' } } })
  const message = 'settings.language must be one of en, de.'
  expect(refused.body.error.details).toEqual([{ field: 'settings.language', rule: 'enum', message }])
})

test('a new rating system applies to later ratings', async () => {
  await set({ ratingSystem: { name: 'THUMBS', order: 'DESCENDING', values: ['UP', 'DOWN'] } })
  const { question: asked, response } = await w.askAndAnswer()
  const rate = (rating: string) =>
    w.api('POST', `/v1/responses/${response.uuid}/rate`, { token: ada, body: { rating } })

  const question = (await w.api('GET', `/v1/questions/${asked.uuid}`, { token: ada })).body.data
  expect(question.ratingSystem).toEqual({ name: 'THUMBS', order: 'DESCENDING', values: ['UP', 'DOWN'] })
  expect((await rate('POSITIVE_5')).body.error.code).toBe('invalid_rating')
  expect((await rate('UP')).status).toBe(200)
})

test('Markdown is rendered only while the company enables it', async () => {
  const { question, response } = await w.askAndAnswer()
  const body = { text: 'It is **bold**.', responseUuid: response.uuid, questionUuid: question.uuid }
  await w.api('POST', '/v1/messages', { token: bruno, body })
  const html = async () => (await w.api('GET', `/v1/questions/${question.uuid}`, { token: ada })).text
  await set({ markdown: true })
  expect(await html()).toContain('<strong>bold</strong>')
  await set({})
  expect(await html()).not.toContain('<strong>')
})

test('new gates reject or flag later questions', async () => {
  await set({ bannedKeywords: ['free money'], emergencyPhrases: ['my house burns'], flagPersonalData: true })
  expect((await ask('Where is the free  MONEY?')).state.status).toBe('INAPPROPRIATE')
  expect((await ask('Help, my house burns!')).state.status).toBe('FLAGGED')
  expect((await ask('My card is 4111 1111 1111 1111')).state.status).toBe('FLAGGED')
  await set({ bannedDomains: ['example'] })
  expect((await ask('Where is the free money?')).state.status).not.toBe('UNRESOLVED')
  await set({})
  expect((await ask('Where is the free money?')).state.status).toBe('UNRESOLVED')
})

test('omitted settings return to their defaults, but training settings stay', async () => {
  await w.api('PUT', '/v1/admin/training', { token: edda, body: { tolerance: 0.2, bytesPerDay: 1_000 } })
  expect(await set({ markdown: true })).toEqual({ markdown: true })
  expect(await set({ bannedKeywords: ['scam'] })).toEqual({ bannedKeywords: ['scam'] })
  const training = await w.api('GET', '/v1/admin/training', { token: edda })
  expect(training.body.data).toMatchObject({ tolerance: 0.2, bytesPerDay: 1_000 })
  expect((await w.api('GET', '/v1/admin/training', { token: rivalsEdda })).body.data.bytesPerDay).toBe(524_288_000)
})

test.each([
  [{ ratingSystem: { name: 'ONE', order: 'DESCENDING', values: ['UP'] } }, 'settings.ratingSystem.values', 'minItems'],
  [
    { ratingSystem: { name: 'TWIN', order: 'DESCENDING', values: ['UP', 'UP'] } },
    'settings.ratingSystem.values',
    'uniqueItems',
  ],
  [{ ratingSystem: { name: 'UPWARD', order: 'UP', values: ['UP', 'DOWN'] } }, 'settings.ratingSystem.order', 'enum'],
  [
    { ratingSystem: { name: 'A B', order: 'DESCENDING', values: ['UP', 'DOWN'] } },
    'settings.ratingSystem.name',
    'name',
  ],
  [{ bannedKeywords: ['?!'] }, 'settings.bannedKeywords.0', 'blank'],
  [{ bannedDomains: ['@spam.example'] }, 'settings.bannedDomains.0', 'domain'],
  ...[
    'https://shop.example/path',
    'https://shop.example; script-src *',
    'http://shop.example',
    'https://*.example',
    '*',
    'null',
  ].map((origin): [object, string, string] => [{ widgetOrigins: [origin] }, 'settings.widgetOrigins.0', 'origin']),
  [{ widgetColor: 'red' }, 'settings.widgetColor', 'color'],
  [{ widgetSide: 'TOP' }, 'settings.widgetSide', 'enum'],
  [{ widgetTitle: 'x'.repeat(61) }, 'settings.widgetTitle', 'maxLength'],
  [{ markdown: 'yes' }, 'settings.markdown', 'type'],
])('%j is refused by field and rule, and nothing changes', async (settings, field, rule) => {
  const before = (await company('GET')).body.data
  const { status, body } = await company('PUT', { body: { name: 'Half done', settings } })
  expect([status, body.error.details[0].field, body.error.details[0].rule]).toEqual([400, field, rule])
  expect((await company('GET')).body.data).toEqual(before)
})

test('only admins change the company, and the audit log records it', async () => {
  await set({})
  const { entries } = (await w.api('GET', '/v1/admin/audit', { token: edda })).body.data
  expect(entries[0]).toMatchObject({ action: 'company_updated', targetId: w.bank.companyId })
  for (const token of [ada, bruno]) expect((await company('PUT', { token })).status).toBe(403)
})

test('the picture of an expert is shown only if the company allows its host', async () => {
  const avatarUrl = 'https://images.example.com/bruno.png'
  await w.api('PUT', '/v1/experts/me', { token: bruno, body: { avatarUrl } })
  const { question } = await w.askAndAnswer()
  const shown = async () => {
    const { conversation } = (await w.api('GET', `/v1/questions/${question.uuid}`, { token: ada })).body.data
    const profile = (await w.api('GET', '/v1/experts/me', { token: bruno })).body.data
    return [conversation.responses[0].author.avatarUrl, profile.avatarUrl]
  }
  const drawn = expect.stringMatching(new RegExp(`/v1/avatars/${w.bank.bruno}$`))

  await set({})
  expect(await shown()).toEqual([drawn, drawn])
  await set({ avatarHosts: ['images.example.com'] })
  expect(await shown()).toEqual([avatarUrl, avatarUrl])
  await set({ avatarHosts: ['example.com'] })
  expect(await shown()).toEqual([drawn, drawn])
})
