import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { findFreePort } from './free-port.ts'
import type { PrivateRedis, PrivateServer } from './server.ts'

/** Servers that are reached by TLS: their addresses, and the file of the authority that clients must trust. */
export type Encryption = { databaseUrl: string; redisUrl: string; authority: string; remove(): void }

/** Whether `openssl` can make certificates here. */
export function canEncrypt(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Writes a new key and a certificate for 127.0.0.1 that it signs itself, valid for `days` days. Throws if `openssl` fails. */
export function createCertificate(keyFile: string, certificateFile: string, days = 2): void {
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        String(days),
        '-keyout',
        keyFile,
        '-out',
        certificateFile,
      ],
      ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ],
    { stdio: 'ignore' },
  )
}

/**
 * Gives Postgres and Redis a certificate for 127.0.0.1. Redis then closes its port without TLS; Postgres keeps it, because its
 * owner watches it there. Throws if `openssl` fails or Redis is a stand-in.
 */
export async function encryptServers(
  { postgres, redis }: { postgres: PrivateServer; redis: PrivateRedis },
  databaseUrl: string,
): Promise<Encryption> {
  const folder = mkdtempSync(join(tmpdir(), 'askline-tls-'))
  const [key, authority] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  createCertificate(key, authority)
  chmodSync(folder, 0o755)
  await encryptPostgres(postgres, key, authority)
  const redisUrl = await encryptRedis(redis, key, authority)
  const url = new URL(databaseUrl)
  url.searchParams.set('sslmode', 'verify-full')
  url.searchParams.set('sslrootcert', authority)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return { databaseUrl: url.href, redisUrl, authority, remove }
}

async function encryptPostgres({ url }: PrivateServer, key: string, certificate: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    // Postgres refuses a key that others than its own user may read.
    const { uid, gid } = statSync(rows[0]?.data_directory ?? '')
    chownSync(key, uid, gid)
    chmodSync(key, 0o600)
    await client.query(`alter system set ssl_key_file = '${key}'`)
    await client.query(`alter system set ssl_cert_file = '${certificate}'`)
    await client.query('alter system set ssl = on')
    await client.query('select pg_reload_conf()')
  } finally {
    await client.end()
  }
}

async function encryptRedis({ url }: PrivateRedis, key: string, certificate: string): Promise<string> {
  const port = await findFreePort()
  const redis = new Redis(url)
  try {
    await redis.config('SET', 'tls-key-file', key, 'tls-cert-file', certificate, 'tls-ca-cert-file', certificate)
    await redis.config('SET', 'tls-auth-clients', 'no', 'tls-port', String(port))
    await redis.config('SET', 'port', '0')
  } finally {
    redis.disconnect()
  }
  const encrypted = new URL(url.replace('redis:', 'rediss:'))
  encrypted.port = String(port)
  return encrypted.href
}
