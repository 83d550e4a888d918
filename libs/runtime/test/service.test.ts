import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'

const fixture = fileURLToPath(new URL('fixtures/service-main.mjs', import.meta.url))

function start(args: string[], env: Record<string, string> = {}) {
  const child: ChildProcess = spawn(process.execPath, [fixture, ...args], {
    env: { PATH: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  child.stdout?.on('data', (chunk) => {
    out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    out += chunk
  })
  const ended = new Promise<{ code: number | null; out: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, out })),
  )
  return { child, ended, isReady: () => vi.waitFor(() => expect(out).toContain('ready')) }
}

test.each(['SIGTERM', 'SIGINT'] as const)('a service stops on %s', async (signal) => {
  const { child, ended, isReady } = start(['serve'])
  await isReady()

  child.kill(signal)

  expect((await ended).code).toBe(0)
})

test('a service that does not stop in time is killed', async () => {
  const { child, ended, isReady } = start(['hang'], { SHUTDOWN_GRACE_MS: '300' })
  await isReady()

  child.kill('SIGTERM')

  const { code, out } = await ended
  expect(code).toBe(1)
  expect(out).toContain('Killed: stopping took longer than SHUTDOWN_GRACE_MS')
})

test('a service stops when the pipe to its launcher closes', async () => {
  const { child, ended, isReady } = start(['serve'], { ASKLINE_PARENT_PIPE: '3' })
  await isReady()

  child.stdio[3]?.destroy()

  expect((await ended).code).toBe(0)
})

test('an uncaught error is logged and ends the process', async () => {
  const { code, out } = await start(['throw']).ended

  expect(code).toBe(1)
  expect(out).toContain('nobody caught me')
})

test('a failed start is reported in one line', async () => {
  const { code, out } = await start(['refuse']).ended

  expect(code).toBe(1)
  expect(out).toBe('fixture cannot start: the shop is shut. Come back tomorrow.\n')
})

test('the error of a port in use names the port', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo

  const { code, out } = await start(['port', String(port)]).ended

  expect(code).toBe(1)
  expect(out).toBe(`fixture cannot start: port ${port} is taken. Stop what uses it, or set another port.\n`)
})

test('an invalid environment is refused before the service starts', async () => {
  const { code, out } = await start(['serve'], { LOG_LEVEL: 'loud', SHUTDOWN_GRACE_MS: 'soon' }).ended

  expect(code).toBe(1)
  expect(out).toMatch(/^fixture cannot start: The environment is not usable: LOG_LEVEL .*; SHUTDOWN_GRACE_MS .*\n$/)
})
