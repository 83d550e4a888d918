import { expect, test } from 'vitest'
import { openClient } from '../src/index.ts'
import { enveloped, meta, openStandIn } from './stand-in.ts'

test('a file is sent as a form, and a retry sends the same form with the same key', async () => {
  const { url, seen } = await openStandIn((_seen, nth) => (nth === 1 ? 'cut' : enveloped({ uuid: 'f-1' })))
  const { files } = openClient({ url, credentials: { token: 't' } })

  const file = await files.upload('UTTERANCES', new Blob(['text,class\nMy PIN?,pin\n']), 'rows.csv')

  expect(file.uuid).toBe('f-1')
  const [first, second] = seen
  expect(second?.headers['content-type']).toMatch(/^multipart\/form-data; ?boundary=/)
  expect(second?.body).toContain('name="type"\r\n\r\nUTTERANCES')
  expect(second?.body).toMatch(/name="file"; filename="rows\.csv"\r\n[\s\S]*\r\n\r\ntext,class\nMy PIN\?,pin\n/)
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
  expect(second?.body).toBe(first?.body)
})

test("the admin's lists and operations work", async () => {
  const { url, seen } = await openStandIn(({ method, query }) => {
    if (method === 'POST') return enveloped({ uuid: 'u-1', isBlocked: true })
    const nextCursor = query.get('cursor') === null ? 'c-2' : null
    return { body: { meta, data: { users: [{ uuid: nextCursor ?? 'last' }], paging: { limit: 1, nextCursor } } } }
  })
  const { admin } = openClient({ url, credentials: { token: 't' } })

  const found: string[] = []
  for await (const { uuid } of admin.users.list({ limit: 1 })) found.push(uuid)
  await admin.users.block('u-1')

  expect(found).toEqual(['c-2', 'last'])
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/admin/users',
    'GET /v1/admin/users',
    'POST /v1/admin/users/u-1/block',
  ])
})

test('an update names the version that was read, quoted as an entity tag', async () => {
  const { url, seen } = await openStandIn(() => enveloped({ uuid: 'k-1' }))
  const { admin } = openClient({ url, credentials: { token: 't' } })

  await admin.knowledge.update('k-1', { answer: 'In the app.' }, { ifMatch: 'v-1' })

  expect(seen[0]?.headers['if-match']).toBe('"v-1"')
})
