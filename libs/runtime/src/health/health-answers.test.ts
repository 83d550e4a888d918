import { expect, onTestFinished, test } from 'vitest'
import { buildMetrics } from '../metrics.ts'
import { buildHealth } from './health-answers.ts'
import { startHealthServer } from './health-server.ts'

const reason = 'no entry for host "10.0.0.7", user "askline_service"'

/** Health of a service that needs one dependency, and what it logs. */
function watched() {
  let fault: string | undefined
  const lines: unknown[][] = []
  const log = (...line: unknown[]) => void lines.push(line)
  const health = buildHealth('api', [{ name: 'postgres', neededToServe: true, run: async () => fault }], {
    warn: log,
    info: log,
  })
  return { health, lines, break: () => (fault = reason), mend: () => (fault = undefined) }
}

test('clients learn what is down, and not why', async () => {
  const { health, ...postgres } = watched()
  postgres.break()

  const ready = await health.forClients.ready()
  const status = await health.forClients.status()

  expect(ready).toEqual({ status: 503, body: { status: 'not ready', service: 'api', down: ['postgres'] } })
  expect(status.body['checks']).toEqual({ postgres: { ok: false, neededToServe: true } })
})

test('the internal port says why', async () => {
  const { health, ...postgres } = watched()
  postgres.break()
  const server = await startHealthServer({ port: 0, host: '127.0.0.1', health, metrics: buildMetrics('api') })
  onTestFinished(() => server.close())
  const read = async (path: string) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).json()

  expect(await read('/health/ready')).toMatchObject({ status: 'not ready', faults: { postgres: reason } })
  expect(await read('/health/status')).toMatchObject({ checks: { postgres: { ok: false, fault: reason } } })
})

test('ready runs only the checks that are needed to serve, and status runs all', async () => {
  const asked: string[] = []
  const checkOf = (name: string, neededToServe: boolean) => ({
    name,
    neededToServe,
    async run() {
      asked.push(name)
      return neededToServe ? undefined : reason
    },
  })
  const log = () => undefined
  const { forOperators } = buildHealth('api', [checkOf('postgres', true), checkOf('replica', false)], {
    warn: log,
    info: log,
  })

  expect((await forOperators.ready()).status).toBe(200)
  expect(asked).toEqual(['postgres'])
  expect((await forOperators.status()).body).toMatchObject({
    status: 'ready',
    checks: { postgres: { ok: true }, replica: { ok: false } },
  })
  expect(asked).toEqual(['postgres', 'postgres', 'replica'])
})

test('the log says why, once for each failure', async () => {
  const { health, lines, ...postgres } = watched()
  await health.forClients.ready()
  expect(lines).toEqual([])

  postgres.break()
  await health.forClients.ready()
  await health.forOperators.status()
  expect(lines).toEqual([[{ check: 'postgres', fault: reason }, expect.any(String)]])

  postgres.mend()
  await health.forClients.ready()
  postgres.break()
  await health.forClients.ready()
  expect(lines).toHaveLength(3)
})
