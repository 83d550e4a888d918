import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { canInstallPackages, installPackage } from '@askline/testing/servers'
import { expect, test } from 'vitest'
import { openStage } from './notifier-stage.ts'

const run = promisify(execFile)
const { cast, claimsFor, mint, notify } = await openStage()

// The packages of Debian belong to this Python, whichever else is installed.
const python = '/usr/bin/python3'

/** Connects by one transport only, and prints what was refused. */
const program = `
import sys, socketio
url, token, transport = sys.argv[1:]
client = socketio.Client(reconnection=False)
client.on('connect_error', lambda data: print('refused', data), namespace='/v1')
client.connect(url, auth={'token': token}, namespaces=['/v1'], transports=[transport], wait_timeout=10)
print('connected by', client.transport())
client.disconnect()
`

/** Returns whether Debian's Python has the library, installed by apt-get if that is possible. */
async function bringPythonClient(): Promise<boolean> {
  const isThere = () =>
    run(python, ['-c', 'import socketio, websocket, requests']).then(
      () => true,
      () => false,
    )
  if (await isThere()) return true
  if (!canInstallPackages(process.env['PATH'] ?? '')) return false
  for (const name of ['python3-socketio', 'python3-websocket', 'python3-requests']) {
    if (!(await installPackage(name, console.log))) return false
  }
  return isThere()
}

// Installs packages of the system.
test("Debian's python3-socketio connects by WebSocket and by polling", { timeout: 600_000 }, async ({ skip }) => {
  if (!(await bringPythonClient())) skip('python3-socketio is not installed, and apt-get cannot install it.')
  const { port } = await notify({}, { origins: ['https://desk.test'] })
  const token = mint(claimsFor(cast.ada, 'user'))

  for (const transport of ['websocket', 'polling']) {
    const { stdout } = await run(python, ['-c', program, `http://127.0.0.1:${port}`, token, transport])
    expect(stdout).toBe(`connected by ${transport}\n`)
  }
})
