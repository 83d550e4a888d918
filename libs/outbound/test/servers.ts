import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Starts a TCP server on a free port, and counts its connections. */
export async function startTcpServer(host = '127.0.0.1', serve: (socket: Socket) => void = () => undefined) {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    serve(socket)
  })
  return await listening(server, host)
}

/** Starts an HTTP server on a free port, and counts its connections. */
export async function startServer(answer: RequestListener, host = '127.0.0.1') {
  return await listening(createServer(answer), host)
}

export type Certificate = { key: string; cert: string }

/** Starts an HTTPS server on a free port, and counts its connections. */
export async function startSecureServer(certificate: Certificate, answer: RequestListener) {
  return await listening(createSecureServer(certificate, answer), '127.0.0.1')
}

async function listening(server: Server, host: string) {
  const sockets: Socket[] = []
  const seen: string[] = []
  server.on('connection', (socket: Socket) => {
    sockets.push(socket)
    seen.push(socket.localAddress ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  /** `connections` has the address at which each one arrived. */
  return { port, connections: seen, sockets }
}

/** Returns whether `openssl` can make certificates here. */
export function canEncrypt(): boolean {
  return spawnSync('openssl', ['version']).status === 0
}

/** Returns a new key and a certificate that it signs itself, for `name` and 127.0.0.1. */
export function createCertificate(name: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'askline-outbound-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name},IP:127.0.0.1`]
  execFileSync('openssl', [...kind, '-keyout', key, '-out', cert, ...names], { stdio: 'ignore' })
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  rmSync(folder, { recursive: true })
  return made
}
