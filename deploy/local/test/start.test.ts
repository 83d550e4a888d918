import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { enterHome, leaveHome } from '../src/home.ts'
import { claimPort } from '../src/ports.ts'
import { identityOf } from '../src/process-identity.ts'
import { readSettings } from '../src/settings.ts'

test('a home in use is refused, naming the process that holds it and how to start a second one', async () => {
  const home = temporaryHome()
  await enterHome(home)

  await expect(enterHome(home)).rejects.toMatchObject({
    message: expect.stringContaining(`process ${process.pid}`),
    remedy: expect.stringContaining('ASKLINE_HOME='),
  })
})

test('a home whose launcher was killed can be entered', async () => {
  const home = temporaryHome()
  const gone = { ...identityOf(process.pid), began: 'long ago' }
  writeFileSync(join(home, 'launcher.json'), JSON.stringify(gone))

  await enterHome(home)

  leaveHome(home)
  await enterHome(home)
})

test('a home waits only for processes of an earlier run', async () => {
  const home = temporaryHome()
  const ending = spawn('sleep', ['0.4'])
  const stranger = { name: 'redis', pid: process.pid, began: 'long ago' }
  writeFileSync(
    join(home, 'processes.json'),
    JSON.stringify([{ name: 'api', ...identityOf(ending.pid ?? 0) }, stranger]),
  )

  await enterHome(home)

  expect(identityOf(ending.pid ?? 0)).toBeUndefined()
})

test('a home that cannot be a folder is refused in one sentence', async () => {
  const file = join(temporaryHome(), 'file')
  writeFileSync(file, '')

  await expect(enterHome(file)).rejects.toMatchObject({
    code: 'start_refused',
    remedy: expect.stringContaining('ASKLINE_HOME='),
  })
})

test('a port in use is refused with its variable and another port to try', async () => {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void holder.close())
  const address = holder.address()
  const port = typeof address === 'object' && address ? address.port : 0

  await expect(claimPort('NOTIFIER_PORT', port)).rejects.toMatchObject({
    message: `Port ${port} (NOTIFIER_PORT) is taken by another program.`,
    remedy: expect.stringContaining(`NOTIFIER_PORT=${port + 100} npm start`),
  })
})

test.each([
  { env: { PORT: 'abc' }, message: 'PORT is "abc"' },
  { env: { PORT: '70000' }, message: 'PORT is "70000"' },
  { env: { DATABASE_URL: 'mysql://ada:secret@host/x' }, message: 'DATABASE_URL is no URL' },
  { env: { REDIS_URL: 'secret' }, message: 'REDIS_URL is no URL' },
])('an unusable setting is refused without repeating secrets: $message', ({ env, message }) => {
  const read = () => readSettings([], env)

  expect(read).toThrow(message)
  expect(read).not.toThrow('secret')
})

test('an unknown flag is refused, --fresh and --empty are understood', () => {
  expect(() => readSettings(['--frsh'], {})).toThrow('--frsh')
  expect(readSettings(['--fresh'], {})).toMatchObject({ fresh: true, empty: false })
  expect(readSettings(['--empty'], {})).toMatchObject({ fresh: false, empty: true })
})

test('the public address is stored without the version in every notation', () => {
  const given = ['https://ask.example', 'https://ask.example/', 'https://ask.example/v1', 'https://ask.example/v1/']

  const read = given.map((PUBLIC_URL) => readSettings([], { PUBLIC_URL }).publicUrl)

  expect(new Set(read)).toEqual(new Set(['https://ask.example']))
})

function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'askline-home-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}
