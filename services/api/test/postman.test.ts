import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api } = await openWorld({ PUBLIC_URL: 'https://help.bank.test' })

type Item = {
  name: string
  item?: Item[]
  request?: { method: string; url: { path: string[]; host: string[] }; body?: { raw?: string } }
}
const flatten = ({ item, ...own }: Item): Item[] => (item ? item.flatMap(flatten) : [own])

test('the Postman collection has every request, its token and its address as variables, and less than 1 MB', async () => {
  const { status, body, text } = await api('GET', '/v1/postman.json')
  const { paths } = (await api('GET', '/v1/openapi.json')).body
  const documented = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) =>
      `/v1${path}` in paths ? [] : [`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`],
    ),
  )
  const items: Item[] = body.item
  const requests = items.flatMap(flatten).flatMap(({ request }) => (request ? [request] : []))

  expect(status).toBe(200)
  expect(requests.map(({ method, url }) => `${method} /${url.path.join('/')}`).sort()).toEqual(documented.sort())
  expect(new Set(requests.flatMap(({ url }) => url.host))).toEqual(new Set(['{{baseUrl}}']))
  expect(requests.map(({ body: sent }) => sent?.raw)).not.toContain('{}')
  expect(body.auth.bearer[0].value).toBe('{{bearerToken}}')
  expect(body.variable).toEqual([
    { key: 'baseUrl', value: 'https://help.bank.test' },
    { key: 'bearerToken', value: '' },
  ])
  expect(text.length).toBeLessThan(1_000_000)
})
