import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { checkDatabase, openDatabase } from '@askline/db'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../src/index.ts'

/** A database behind a server that accepts the first `unanswered` connections without a word. */
async function openSlow(unanswered: number) {
  const { url } = await createTestDatabase()
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    if (++connections <= unanswered) return
    const postgres = connect(Number(port), hostname)
    sockets.add(postgres)
    postgres.on('error', () => socket.destroy())
    socket.pipe(postgres).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = new URL(url)
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const db = openDatabase(address.href, { maxConnections: 2, connectMs: 300, applicationName: 'askline-test' })
  onTestFinished(async () => {
    await db.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { db, connections: () => connections }
}

test('a service waits at its start for a database that is slow to answer', async () => {
  const { db, connections } = await openSlow(3)

  await checkDatabase(db)

  expect(connections()).toBeGreaterThan(3)
})

test('it gives up after fifteen attempts', async () => {
  const { db, connections } = await openSlow(Number.POSITIVE_INFINITY)

  await expect(checkDatabase(db)).rejects.toThrow(/timeout/)

  expect(connections()).toBe(15)
})
