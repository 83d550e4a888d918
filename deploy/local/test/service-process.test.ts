import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@askline/testing/servers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { forgetDemo, hideDemo, keepDemo, readPreviousDemo, showDemo } from '../src/demo-json.ts'
import { type ServiceProcess, startService } from '../src/service-process.ts'

const main = fileURLToPath(new URL('fixtures/service.mjs', import.meta.url))

test('a crashed service restarts automatically, which is reported', async () => {
  const { service, lines } = await start({})
  await service.ready()
  const before = service.pid()

  service.kill('SIGKILL')

  await vi.waitFor(() => expect(service.pid()).not.toBe(before))
  await vi.waitFor(() => expect(service.pid()).toBeDefined())
  await service.ready()
  expect(lines).toEqual(['echo ended (SIGKILL): starting it again in 0.5 s'])
})

test('a service that cannot start is reported with the last lines of its log', async () => {
  const { service } = await start({ FAIL: 'the key is missing' })

  await expect(service.ready()).rejects.toMatchObject({
    message: expect.stringContaining('the key is missing'),
    remedy: expect.stringContaining(service.logFile),
  })
})

test('a stopped service stays stopped, and its log is readable only by its owner', async () => {
  const { service, lines } = await start({})
  await service.ready()

  await service.stop()

  expect(service.pid()).toBeUndefined()
  expect(lines).toEqual([])
  expect(readFileSync(service.logFile, 'utf8')).toContain('stopping')
  expect(statSync(service.logFile).mode & 0o077).toBe(0)
})

test('demo.json exists only while everything is ready, and its secrets survive a stop', () => {
  const home = temporaryFolder()
  const person = { uuid: 'u', name: 'Ada', email: 'ada@example.com', password: 'p', clientId: 'c', clientSecret: 's' }
  const integration = { clientId: 'c', clientSecret: 's', accessToken: 't', systemId: 'i' }
  const company = { integration, experts: [], agents: [], admin: person }
  const demo = { apiUrl: 'a', notifierUrl: 'n', ...company, questions: [], sandbox: company }
  const isShown = () => statSync(join(home, 'demo.json'), { throwIfNoEntry: false })

  keepDemo(home, demo)
  expect(isShown()).toBeUndefined()
  showDemo(home)
  expect(isShown()?.mode).toBe(0o100600)
  hideDemo(home)
  expect(isShown()).toBeUndefined()
  expect(readPreviousDemo(home)).toEqual(demo)
  forgetDemo(home)
  expect(readPreviousDemo(home)).toBeUndefined()
})

async function start(env: Record<string, string>): Promise<{ service: ServiceProcess; lines: string[] }> {
  const port = await findFreePort()
  const lines: string[] = []
  const service = startService({
    name: 'echo',
    main,
    env: { ...env, PORT: String(port) },
    logFile: join(temporaryFolder(), 'echo.log'),
    readyUrl: `http://127.0.0.1:${port}/health/ready`,
    log: (line) => lines.push(line),
  })
  onTestFinished(() => service.stop())
  return { service, lines }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'askline-local-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
