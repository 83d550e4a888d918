// Runs one server and outlives its launcher by the few seconds it takes to stop that server.
// The IPC channel is the pipe to the launcher: it closes whatever ends the launcher, kill -9 included.
// Plain JavaScript without imports from this package, so that sources and compiled code can both start it.
import { spawn } from 'node:child_process'
import { closeSync, openSync, rmSync } from 'node:fs'

const { command, args, cwd, env, uid, gid, logFile, stopSignals, leftBehind } = JSON.parse(process.argv[2])

// A terminal's Ctrl-C and a session's hang-up are the launcher's business.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

const log = openSync(logFile, 'a', 0o600)
const server = spawn(command, args, { cwd, env: { ...process.env, ...env }, uid, gid, stdio: ['ignore', log, log] })
closeSync(log)

const send = (message) => {
  if (process.connected) process.send(message, () => {})
}

server.once('spawn', () => send({ pid: server.pid }))
server.once('error', (error) => {
  send({ failed: error.message })
  process.exitCode = 1
  if (process.connected) process.disconnect()
})
server.once('exit', (code, signal) => {
  if (process.connected) process.send({ code, signal }, () => process.exit(0))
  else removeAndExit()
})

// Only an orphan removes: a launcher that lives restarts its server on the same data or clears up itself.
function removeAndExit() {
  for (const path of leftBehind ?? []) rmSync(path, { recursive: true, force: true })
  process.exit(0)
}

function sayFarewell() {
  for (const { signal, afterMs } of stopSignals) setTimeout(() => server.kill(signal), afterMs)
}
process.once('disconnect', sayFarewell)
// If the launcher ended while this module was being loaded, no disconnect event follows.
if (!process.connected) sayFarewell()
