import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../src/servers/free-port.ts'

const finder = fileURLToPath(new URL('fixtures/find-ports.mjs', import.meta.url))

test('processes never find the same port, although no server listens on it yet', async () => {
  const found = await Promise.all(Array.from({ length: 6 }, () => findInProcess(60)))

  const ports = found.flat()
  expect(ports).toHaveLength(360)
  expect(new Set(ports).size).toBe(360)
})

test('a port with a listener is not found', async () => {
  const first = await findFreePort()
  const other = createServer().listen(first + 1, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())

  expect(await findFreePort()).not.toBe(first + 1)
})

async function findInProcess(count: number): Promise<number[]> {
  const child = spawn(process.execPath, [finder, String(count)], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.stdin.end())
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return JSON.parse(line.toString()) as number[]
}
