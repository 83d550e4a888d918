import { type ApiDocument, conformityWith } from '@askline/testing'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type FuzzRequest, requestsOf } from '../src/fuzz/fuzz-requests.ts'
import { buildPools } from '../src/fuzz/pools.ts'
import { send } from '../src/fuzz/send-request.ts'
import { fetchToken, openCaller, raiseStage } from '../src/index.ts'

/** Number of requests. `npm run drill` and `npm run fuzz` send more; the latter with another seed each time. */
const total = Number(process.env['FUZZ_REQUESTS'] ?? (process.env['ASKLINE_DRILL'] === '1' ? 2_000 : 500))
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_131)
/** Concurrent requests. They race each other. */
const together = 8

const stage = await raiseStage({ notifiers: 0 })
afterAll(() => stage.stop())
const api = stage.apiUrls[0] ?? ''
const [company, rival] = [await stage.found(), await stage.found()]
const tokens: Record<string, string> = {
  'integration:company': await fetchToken(api, company.integration),
  'integration:rival': await fetchToken(api, rival.integration),
  'user:ada': await fetchToken(api, company.integration, 'ada@example.com'),
  'user:ben': await fetchToken(api, company.integration, 'ben@example.com'),
  'agent:dora': await fetchToken(api, company.dora),
  'admin:edda': await fetchToken(api, company.edda),
  'admin:rival': await fetchToken(api, rival.edda),
  garbage: 'garbage',
}
for (const expert of company.experts) tokens[`expert:${expert.name}`] = await fetchToken(api, expert)
/** Uuids that must not be blocked or removed, because their tokens are needed. */
const spared = new Set<string>()
for (const name of ['admin:edda', 'admin:rival']) {
  const admin = openCaller([api], tokens[name] ?? '')
  const { data: people } = await admin.get<{ users: { uuid: string }[] }>('/admin/users?limit=100')
  const { data: systems } = await admin.get<{ integrations: { uuid: string }[] }>('/admin/integrations')
  for (const { uuid } of [...people.users, ...systems.integrations]) spared.add(uuid)
}

const text = await (await fetch(`${api}/v1/openapi.json?aliases=yes`)).text()
const document: ApiDocument = JSON.parse(text)
const faultOf = conformityWith(text)
const callers = Object.keys(tokens).filter((name) => name !== 'garbage')
const pools = buildPools(spared)
const statuses = new Map<string, number>()
let sent = 0
/** Continues after a fault and reports one of each kind. */
const goesOn = process.env['FUZZ_ALL'] !== undefined
const kinds = new Map<string, string>()

/** Sends one request and returns what is wrong with its answer. */
async function faultAfter(request: FuzzRequest): Promise<string | undefined> {
  // Too many wrong secrets would lock out this address for a minute.
  const leaver =
    request.who === 'leaver'
      ? await fetchToken(api, company.integration, 'leo@example.com').catch(() => 'garbage')
      : undefined
  try {
    const answer = await send(api, request, pools, (who) => leaver ?? tokens[who])
    if (answer.status < 300) pools.learn(request.path, answer.body)
    statuses.set(`${answer.status}`, (statuses.get(`${answer.status}`) ?? 0) + 1)
    const path = request.url.startsWith(request.path.split('{')[0] ?? '') ? request.url : request.path
    return answer.status >= 500
      ? `${request.method} ${request.path}: ${answer.status} ${answer.text.slice(0, 300)}`
      : faultOf(answer, request.method, path)
  } catch (error) {
    return `${request.method} ${request.path}: ${error}`
  } finally {
    if (++sent % 5_000 === 0)
      console.log(`  ${sent} of ${total}: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`)
  }
}

test(`answers ${total} random requests within two seconds, as the document says, and never with a fault of ours`, {
  timeout: 120_000 + total * 30,
}, async () => {
  const batch = fc.array(requestsOf(document, callers), { minLength: 1, maxLength: together, size: 'max' })
  const property = fc.asyncProperty(batch, async (requests) => {
    const faults = await Promise.all(requests.map(faultAfter))
    if (!goesOn) expect(faults.filter((fault) => fault !== undefined)).toEqual([])
    for (const [at, fault] of faults.entries()) {
      const kind = fault?.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '').slice(0, 150)
      if (kind !== undefined && !kinds.has(kind))
        kinds.set(kind, `${fault} ← ${JSON.stringify(requests[at]).slice(0, 600)}`)
    }
  })
  // Seed and path are in the message of a failure: FUZZ_SEED repeats it.
  while (sent < total) await fc.assert(property, { seed: seed + sent, numRuns: Math.ceil((total - sent) / together) })

  expect([...kinds.values()]).toEqual([])
  const succeeded = [...statuses].filter(([status]) => status < '300').reduce((sum, [, count]) => sum + count, 0)
  expect(succeeded).toBeGreaterThan(total / 10)
})
