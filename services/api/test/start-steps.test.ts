import type { PageLanguage, StartView } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { createExpert } from '@askline/domain/administration/create-expert'
import { createCompany, initialCategoryNames } from '@askline/domain/companies/create-company'
import { createPerson } from '@askline/domain/companies/create-person'
import { noteWidgetOpening } from '@askline/domain/companies/widget'
import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const w = await openWorld()

/** A new company with its admin, as the setup in a language leaves it, and what is done in it. */
async function begin(tag: string, language: PageLanguage = 'en') {
  const company = await inSystem(w.db, async (tx) => {
    const { companyId } = await createCompany(tx, {
      tag,
      name: tag,
      defaultCategory: { name: initialCategoryNames[language] },
    })
    const { userId } = await createPerson(tx, {
      companyId,
      email: `admin@${tag}.example`,
      name: 'Admin',
      role: 'admin',
    })
    return { companyId, admin: userId }
  })
  const token = w.mint(company, 'admin', company.admin)
  const start = async (): Promise<StartView> => (await w.api('GET', '/v1/admin/start', { token })).body.data
  const done = async () => (await start()).steps.filter(({ isDone }) => isDone).map(({ name }) => name)
  const admin = async (method: string, path: string, body: object) =>
    (await w.api(method, `/v1/admin/${path}`, { token, body })).body.data
  return { ...company, token, start, done, admin }
}

test('in a new company nothing is done, and no step is about backups, because the installation has other companies', async () => {
  const { start } = await begin('empty')
  const names = ['CATEGORY', 'EXPERTS', 'INTEGRATION', 'WIDGET', 'ANSWER']
  expect(await start()).toEqual({ steps: names.map((name) => ({ name, isDone: false })), isDismissed: false })
})

test('a category counts if it differs from the one that every company begins with', async () => {
  const [added, changed] = [await begin('added'), await begin('changed')]
  await added.admin('POST', 'categories', { name: 'Loans' })
  const { rows } = await w.db.system.query('select id from categories where company_id = $1', [changed.companyId])
  expect(await changed.done()).toEqual([])
  await changed.admin('PUT', `categories/${rows[0].id}`, { settings: { offerMs: 60_000 } })

  expect([await added.done(), await changed.done()]).toEqual([['CATEGORY'], ['CATEGORY']])
})

test('in every language, the category with which a company begins does not count', async () => {
  const { admin, done } = await begin('allgemein', 'de')
  expect(await done()).toEqual([])

  await admin('POST', 'categories', { name: 'General' })

  expect(await done()).toEqual(['CATEGORY'])
})

test('experts count if three are active', async () => {
  const { companyId, done } = await begin('experts')
  const add = (n: number) =>
    inSystem(w.db, (tx) =>
      createExpert(tx, { companyId, email: `${n}@experts.example`, name: `${n}`, languages: ['en'], topics: [] }),
    )
  const [first] = [await add(1), await add(2)]
  expect(await done()).toEqual([])
  await add(3)
  expect(await done()).toEqual(['EXPERTS'])

  await w.db.system.query('update experts set is_active = false where user_id = $1', [first.userId])

  expect(await done()).toEqual([])
})

test('an integration counts while it has a secret', async () => {
  const { admin, done } = await begin('server')
  const { uuid } = await admin('POST', 'integrations', { systemId: 'shop', name: 'Shop' })
  expect(await done()).toEqual(['INTEGRATION'])

  await admin('POST', `integrations/${uuid}/remove`, {})

  expect(await done()).toEqual([])
})

test('the widget counts if its frame was opened in a page', async () => {
  const { companyId, done } = await begin('page')
  await inSystem(w.db, (tx) => noteWidgetOpening(tx.of(companyId), 'https://shop.example', '2026-01-31'))
  expect(await done()).toEqual(['WIDGET'])
})

test('a question counts if an expert or agent answered it, or its automatic answer was accepted', async () => {
  const has = async () => {
    const { steps } = (await w.api('GET', '/v1/admin/start', { token: w.tokens.edda })).body.data as StartView
    return steps.find(({ name }) => name === 'ANSWER')?.isDone
  }
  await w.ask()
  expect(await has()).toBe(false)
  const { response } = await w.askAndAnswer()
  expect(await has()).toBe(true)

  const set = (values: string) => w.db.system.query(`update responses set ${values} where id = $1`, [response.uuid])
  await set(`type = 'AutoResponse', quick_reply = 'OPENED'`)
  expect(await has()).toBe(false)
  await set(`quick_reply = 'ACCEPTED'`)
  expect(await has()).toBe(true)
  await set(`type = 'AGENT', quick_reply = null`)
  expect(await has()).toBe(true)
})

test('the page is dismissed for all admins, and again without an effect', async () => {
  const { companyId, token, start } = await begin('dismissed')
  const other = await begin('other')
  const dismiss = () => w.api('POST', '/v1/admin/start/dismiss', { token, body: {} })
  const at = async () =>
    (await w.db.system.query('select start_dismissed_at as at from companies where id = $1', [companyId])).rows[0].at

  const [first, firstAt] = [await dismiss(), await at()]
  const again = await dismiss()

  expect([first, again].map(({ status, body }) => [status, body.data])).toEqual(
    Array(2).fill([200, { uuid: companyId }]),
  )
  expect(await at()).toEqual(firstAt)
  expect([(await start()).isDismissed, (await other.start()).isDismissed]).toEqual([true, false])
})
