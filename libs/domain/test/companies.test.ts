import { inSystem, type Tx } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { describe, expect, it } from 'vitest'
import { createExpert } from '../src/administration/create-expert.ts'
import { createCategory } from '../src/companies/create-category.ts'
import { createCompany, findCompany } from '../src/companies/create-company.ts'
import { createIntegration } from '../src/companies/create-integration.ts'
import { createPerson, setPassword } from '../src/companies/create-person.ts'
import { addKnowledge } from '../src/knowledge/add-knowledge.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const act = <T>(work: (tx: Tx) => Promise<T>) => inSystem(db, work)
const rows = async (text: string, values: unknown[]) => (await db.system.query(text, values)).rows

let made = 0
const newCompany = () => act((tx) => createCompany(tx, { tag: `bank-${++made}`, name: 'Bank' }))

describe('a company', () => {
  it('comes with one default category, to which questions go that name none', async () => {
    const { companyId, categoryId } = await newCompany()

    expect(await rows('select id, name, type, is_default from categories where company_id = $1', [companyId])).toEqual([
      { id: categoryId, name: 'General', type: 'ONE_TO_ONE', is_default: true },
    ])
  })

  it('is found by its tag, which no other may have', async () => {
    const { companyId } = await act((tx) => createCompany(tx, { tag: 'unique-bank', name: ' Unique Bank ' }))

    const again = act((tx) => createCompany(tx, { tag: 'unique-bank', name: 'Another' }))
    await expect(again).rejects.toMatchObject({ code: 'company_tag_taken', kind: 'invalid' })
    expect(await act((tx) => findCompany(tx, 'unique-bank'))).toEqual({ companyId, name: 'Unique Bank' })
    expect(await act((tx) => findCompany(tx, 'no-bank'))).toBeUndefined()
  })

  it.each(['', 'Bank', '-bank', 'bank bank', 'b'.repeat(64)])('refuses the tag "%s"', async (tag) => {
    await expect(act((tx) => createCompany(tx, { tag, name: 'Bank' }))).rejects.toMatchObject({ code: 'tag_invalid' })
  })

  it('refuses a name that is empty or longer than 200 characters', async () => {
    for (const name of [' ', 'n'.repeat(201)])
      await expect(act((tx) => createCompany(tx, { tag: 'nameless', name }))).rejects.toMatchObject({
        code: 'name_invalid',
      })
  })
})

describe('a category', () => {
  it('may take the place of the default one, of which there is always exactly one', async () => {
    const { companyId } = await newCompany()

    const { categoryId } = await act((tx) => createCategory(tx, { companyId, name: 'New', isDefault: true }))
    expect(await rows('select id from categories where company_id = $1 and is_default', [companyId])).toEqual([
      { id: categoryId },
    ])
  })

  it('has a name of its own in the company; refused, it changes nothing', async () => {
    const { companyId, categoryId } = await newCompany()

    const twin = act((tx) => createCategory(tx, { companyId, name: 'General', isDefault: true }))
    await expect(twin).rejects.toMatchObject({ code: 'category_name_taken' })
    expect(await rows('select id from categories where company_id = $1 and is_default', [companyId])).toEqual([
      { id: categoryId },
    ])
  })
})

describe('an integration', () => {
  it('has a system id of its own in the company', async () => {
    const { companyId } = await newCompany()
    const other = await newCompany()
    const input = { companyId, systemId: 'shop', name: 'Shop' }
    await act((tx) => createIntegration(tx, input))

    await expect(act((tx) => createIntegration(tx, input))).rejects.toMatchObject({ code: 'system_id_taken' })
    await act((tx) => createIntegration(tx, { ...input, companyId: other.companyId }))
  })
})

describe('a person', () => {
  it('is known by one form of the address, whatever its spelling and the role', async () => {
    const { companyId } = await newCompany()
    const { userId } = await act((tx) =>
      createPerson(tx, { companyId, role: 'agent', name: 'Dora', email: ' Dora@Example.com ' }),
    )

    const twin = { companyId, name: 'Twin', email: 'DORA@example.com', languages: ['en'], topics: [] }
    await expect(act((tx) => createExpert(tx, twin))).rejects.toMatchObject({ code: 'email_taken' })
    expect(await rows('select role, email from users where id = $1', [userId])).toEqual([
      { role: 'agent', email: 'Dora@Example.com' },
    ])
  })

  it.each(['', 'dora', 'dora@', '@example.com', 'do ra@example.com'])('refuses the address "%s"', async (email) => {
    const { companyId } = await newCompany()

    const person = { companyId, role: 'user', name: 'Dora', email } as const
    await expect(act((tx) => createPerson(tx, person))).rejects.toMatchObject({ code: 'email_invalid' })
  })

  it('gets another password while they are here', async () => {
    const { companyId } = await newCompany()
    const person = { companyId, role: 'admin', name: 'Edda', email: 'edda@example.com' } as const
    const { userId } = await act((tx) => createPerson(tx, person))

    expect(await act((tx) => setPassword(tx, userId, '$argon2id$a'))).toBe(true)
    expect(await rows('select password_hash from users where id = $1', [userId])).toEqual([
      { password_hash: '$argon2id$a' },
    ])
    await rows('update users set forgotten_at = now() where id = $1', [userId])
    expect(await act((tx) => setPassword(tx, userId, '$argon2id$b'))).toBe(false)
  })
})

describe('an expert', () => {
  it('begins with a profile, no record and a free desk', async () => {
    const { companyId } = await newCompany()
    const profile = { languages: ['en', 'de'], topics: ['cards'], isElite: true, capacity: 8 }
    const { userId } = await act((tx) =>
      createExpert(tx, { companyId, name: 'Bruno', email: 'bruno@example.com', ...profile }),
    )

    const [expert] = await rows(
      `select u.role, e.languages, e.topics, e.is_elite, e.is_official, e.capacity, e.load, e.number_of_answers, e.availability
       from experts e join users u on u.id = e.user_id where e.user_id = $1`,
      [userId],
    )
    expect(expert).toEqual({
      role: 'expert',
      languages: ['en', 'de'],
      topics: ['cards'],
      is_elite: true,
      is_official: false,
      capacity: 8,
      load: 0,
      number_of_answers: 0,
      availability: 'AVAILABLE',
    })
  })

  it('refuses languages that are no codes, and a capacity that is no whole number from 1', async () => {
    const { companyId } = await newCompany()
    const carla = { companyId, name: 'Carla', email: 'carla@example.com', topics: [] }

    for (const languages of [[], ['english'], ['EN']])
      await expect(act((tx) => createExpert(tx, { ...carla, languages }))).rejects.toMatchObject({
        code: 'languages_invalid',
      })
    for (const capacity of [0, 1.5, 1_001])
      await expect(act((tx) => createExpert(tx, { ...carla, languages: ['en'], capacity }))).rejects.toMatchObject({
        code: 'capacity_invalid',
      })
  })
})

describe('known answers', () => {
  it('are added all or none', async () => {
    const { companyId } = await newCompany()
    const known = { question: 'Where is my card?', answer: 'On its way.', class: 'card_arrival', language: 'en' }

    const half = act((tx) => addKnowledge(tx, { companyId, answers: [known, { question: 'Why?', answer: ' ' }] }))
    await expect(half).rejects.toMatchObject({ code: 'answer_invalid', details: [{ field: 'answers.1.answer' }] })
    expect(await rows('select 1 from knowledge where company_id = $1', [companyId])).toEqual([])

    const { knowledgeIds } = await act((tx) => addKnowledge(tx, { companyId, answers: [known] }))
    expect(await rows('select id, question, class from knowledge where company_id = $1', [companyId])).toEqual([
      { id: knowledgeIds[0], question: known.question, class: known.class },
    ])
  })
})

describe('a new expert', () => {
  const drains = (companyId: string) =>
    rows(`select 1 from outbox where company_id = $1 and jobs::text like '%drain-backlog%'`, [companyId])
  const arrive = (companyId: string) =>
    act((tx) =>
      createExpert(tx, {
        companyId,
        name: 'New',
        email: 'new@example.com',
        languages: ['en'],
        topics: [],
        capacity: 5,
      }),
    )

  it('is shown what waits', async () => {
    const cast = await inviteCast(db)
    await stageOf(db, cast).ask()
    await arrive(cast.companyId)

    expect(await drains(cast.companyId)).toHaveLength(1)
  })

  it('finds peace where nothing waits', async () => {
    const { companyId } = await newCompany()
    await arrive(companyId)

    expect(await drains(companyId)).toEqual([])
  })
})
