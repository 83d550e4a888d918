import { describe, expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, ask, bank, offer, tokens } = await openWorld()
await api('PUT', '/v1/experts/me', { token: tokens.bruno, body: { capacity: 50 } })

const list = async (path: string, query: Record<string, string>, token = tokens.edda) => {
  const { status, body } = await api('GET', path, { token, query: { limit: '100', ...query } })
  expect(status).toBe(200)
  return body.data
}

// Texts, each with searches that find it.
const findings: [written: string, ...searches: string[]][] = [
  ['Überweisung fehlt', 'überweisung', 'U\u0308BERWEISUNG', 'fehlt überweisung', '„Überweisung fehlt“', ' weisung '],
  ['Где КАРТА?', 'карта', '«где карта»'],
  ['The transfer was not completed yesterday', '"was not completed"', '“was not completed” YESTERDAY'],
  ['Die Straße ändern', 'STRASSE', 'ändern "die straße"'],
  ['İstanbul şubesi', 'istanbul', 'ISTANBUL'],
  ['我的银行卡丢了', '银行卡', '「银行卡」'],
  ['मेरा कार्ड खो गया', 'कार्ड', 'गया मेरा'],
  ['أين بطاقتي الأخيرة؟', 'الاخيرة بطاقتي'],
  ['Is 100% of 4.50 € (e-mail) back?', '4.50', 'E-Mail 100%'],
]
const missing: [written: string, search: string][] = [
  ['The transfer was not completed', '"was completed"'],
  ['Der Kunde war schon da', 'schön'],
  ['Order 1000', '1_0'],
  ['Words with 🎉', '🎉'],
]

describe.each<[kind: string, search: (text: string) => Promise<string[]>, write: (text: string) => Promise<string>]>([
  [
    'questions',
    async (text) =>
      (await list('/v1/admin/questions', { text })).questions.map((found: { uuid: string }) => found.uuid),
    async (text) => (await ask({ text })).uuid,
  ],
  [
    'questions by their messages',
    async (text) =>
      (await list('/v1/admin/questions', { text })).questions.map((found: { uuid: string }) => found.uuid),
    async (text) => {
      const { uuid } = await ask({ text: 'Hello?' })
      await api('POST', '/v1/messages', { token: tokens.ada, body: { questionUuid: uuid, text } })
      return uuid
    },
  ],
  [
    'known answers',
    async (text) =>
      (await list('/v1/admin/knowledge', { text })).knowledge.map((found: { uuid: string }) => found.uuid),
    async (text) => {
      const body = { question: 'Hello?', answer: text }
      return (await api('POST', '/v1/admin/knowledge', { token: tokens.edda, body })).body.data.uuid
    },
  ],
  [
    "an expert's answered questions",
    async (text) => {
      const found = await list('/v1/experts/me/questions', { view: 'answered', text }, tokens.bruno)
      return found.questions.map(({ uuid }: { uuid: string }) => uuid)
    },
    async (text) => {
      const { uuid } = await ask({ text })
      await offer(bank, uuid, bank.bruno)
      await api('POST', `/v1/questions/${uuid}/responses`, { token: tokens.bruno, body: { text: 'Yes.' } })
      return uuid
    },
  ],
])('the search of %s', (_, search, write) => {
  test.each(findings)(
    'finds %s by words in any case and order, and by phrases in quotes',
    async (written, ...texts) => {
      const uuid = await write(written)
      for (const text of texts) expect([text, await search(text)]).toEqual([text, expect.arrayContaining([uuid])])
    },
  )

  test.each(missing)('does not find %s by %s', async (written, text) => {
    expect(await search(text)).not.toContain(await write(written))
  })
})

describe('people', () => {
  const named = [
    ['Quincy Ableton', 'Ableton Quincy', 'Quincy  Ableton', 'Ableton ', ' quincy', '"Quincy Ableton"', 'QUINCY ABLE'],
    ['Łukasz Żak', 'łukasz', 'ŻAK ŁUKASZ', 'z\u0307ak'],
    ['Νίκος', 'ΝΊΚΟΣ', 'νίκος'],
    ['王小明', '小明'],
  ]
  test.each(named)('with the name %s are found as askers and in the list of people', async (userName, ...searches) => {
    const userEmail = `${encodeURIComponent(userName).replaceAll('%', '')}@bank.example`
    const asked = { text: 'Hello?', userEmail, userName }
    const { uuid } = (await api('POST', '/v1/questions', { token: tokens.integration, body: asked })).body.data

    for (const text of [...searches, userEmail, ` ${userEmail.toUpperCase()} `]) {
      const questions = (await list('/v1/admin/questions', { person: text })).questions
      expect([text, questions.map((found: { uuid: string }) => found.uuid)]).toEqual([text, [uuid]])
      const { users } = await list('/v1/admin/users', { text })
      expect([text, users.map((found: { name: string }) => found.name)]).toEqual([text, [userName]])
    }
  })

  test('are found by their newest name only', async () => {
    const named = (userName: string) => ({ text: 'Hello?', userEmail: 'renamed@bank.example', userName })
    for (const name of ['Érsekújvár', 'Zürcher'])
      await api('POST', '/v1/questions', { token: tokens.integration, body: named(name) })
    const changed = await api('PUT', `/v1/admin/staff/${bank.dora}`, { token: tokens.edda, body: { name: 'Dörte' } })
    expect(changed.status).toBe(200)
    const renamed = await api('PUT', '/v1/experts/me', { token: tokens.carla, body: { name: 'Çarla' } })
    expect(renamed.status).toBe(200)
    const namesFor = async (text: string) =>
      (await list('/v1/admin/users', { text })).users.map(({ name }: { name: string }) => name)

    expect(await namesFor('ÉRSEKÚJVÁR')).toEqual([])
    expect(await namesFor('zürcher')).toEqual(['Zürcher'])
    expect(await namesFor('DÖRTE')).toEqual(['Dörte'])
    expect(await namesFor('çarla')).toEqual(['Çarla'])
  })
})

test('edited texts are found by their newest words only', async () => {
  const { uuid } = await ask({ text: 'Erste Prüfung?' })
  const body = { questionUuid: uuid, text: 'Erste Rückfrage' }
  const message = (await api('POST', '/v1/messages', { token: tokens.ada, body })).body.data
  await api('PUT', `/v1/questions/${uuid}`, { token: tokens.ada, body: { text: 'Zweite Prüfung?' } })
  await api('PUT', `/v1/messages/${message.uuid}`, { token: tokens.ada, body: { text: 'Zweite Rückfrage' } })
  const found = async (text: string) => (await list('/v1/admin/questions', { text })).questions.length

  expect(await found('erste prüfung')).toBe(0)
  expect(await found('erste rückfrage')).toBe(0)
  expect(await found('"ZWEITE PRÜFUNG"')).toBe(1)
  expect(await found('"zweite rückfrage"')).toBe(1)
})

test('a changed known answer is found by its newest words, and by the words that stayed', async () => {
  const known = { question: 'Wann öffnet ihr?', answer: 'Um neun.' }
  const made = await api('POST', '/v1/admin/knowledge', { token: tokens.edda, body: known })
  const path = `/v1/admin/knowledge/${made.body.data.uuid}`
  await api('PUT', path, { token: tokens.edda, body: { answer: 'Früh um acht.' } })
  const found = async (text: string) => (await list('/v1/admin/knowledge', { text })).knowledge.length

  expect(await found('ÖFFNET früh')).toBe(1)
  expect(await found('öffnet neun')).toBe(0)
})
