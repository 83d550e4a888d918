import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canPing, findFreePort, type GuardedProcess, StartRefusedError, startGuarded } from '@askline/testing/servers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { keepRunning } from '../src/keep-running.ts'

const standIn = new URL('../../../libs/testing/stand-in-redis.mjs', import.meta.url).pathname
const patient = { timeout: 10_000, interval: 20 }

/** Starts a server that is a real process and that `start` restarts. `refusal`: why it cannot. */
async function openServer() {
  const folder = mkdtempSync(join(tmpdir(), 'askline-keep-'))
  const port = await findFreePort()
  const url = `redis://127.0.0.1:${port}`
  let process: GuardedProcess | undefined
  const state = { refusal: undefined as string | undefined, starts: 0 }
  const start = async () => {
    if (state.refusal) throw new StartRefusedError(state.refusal, 'Help it.')
    state.starts++
    process = await startGuarded({
      command: globalThis.process.execPath,
      args: [standIn, String(port)],
      logFile: join(folder, 'log'),
      stopSignals: [{ signal: 'SIGKILL', afterMs: 0 }],
    })
    await vi.waitFor(async () => expect(await canPing(url)).toBe(true), patient)
  }
  const stop = async () => process?.end([{ signal: 'SIGKILL', waitMs: 2_000 }])
  await start()
  const lines: string[] = []
  const pids: number[] = []
  const server = {
    url,
    origin: '',
    stop,
    start,
    isRunning: () => process?.isRunning() ?? false,
    pid: () => process?.pid ?? 0,
  }
  const leave = keepRunning({
    name: 'Redis',
    server,
    log: (line) => lines.push(line),
    onStart: (pid) => pids.push(pid),
  })
  onTestFinished(async () => {
    await leave()
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { server, state, lines, pids, leave, kill: () => process?.signal('SIGKILL') }
}

test('a private server that ends is restarted on its port, and each step is reported', async () => {
  const { server, lines, pids, kill } = await openServer()
  const before = server.pid()

  kill()

  await vi.waitFor(() => expect(pids).toHaveLength(1), patient)
  expect(pids).toEqual([server.pid()])
  expect(server.pid()).not.toBe(before)
  expect(await canPing(server.url)).toBe(true)
  expect(lines).toEqual(['Redis ended: starting it again; nothing works until it is back', 'Redis is back'])
})

test('a server that cannot be restarted is reported with a remedy, and tried again', async () => {
  const { state, lines, pids, kill } = await openServer()
  state.refusal = 'The disk is full.'

  kill()

  await vi.waitFor(() => expect(lines.at(-1)).toBe('The disk is full. Help it. Trying again in 5 s.'), patient)
  state.refusal = undefined
  await vi.waitFor(() => expect(pids).toHaveLength(1), patient)
  expect(lines.at(-1)).toBe('Redis is back')
})

test('a stop waits for a start in progress, and nothing is started afterwards', async () => {
  const { server, state, lines, leave, kill } = await openServer()
  kill()
  await vi.waitFor(() => expect(lines).toHaveLength(1), patient)

  await leave()
  expect(server.isRunning()).toBe(true)
  await server.stop()

  await new Promise((resolve) => setTimeout(resolve, 700))
  expect([server.isRunning(), state.starts]).toEqual([false, 2])
})

test('a given server is not restarted', async () => {
  const lines: string[] = []
  const given = { url: 'redis://127.0.0.1:1', origin: 'given', stop: async () => {} }

  await keepRunning({ name: 'Redis', server: given, log: (line) => lines.push(line), onStart: () => {} })()

  expect(lines).toEqual([])
})
