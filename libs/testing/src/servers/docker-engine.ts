import { request } from 'node:http'
import type { RedisServer, Server } from './server.ts'

const ANSWERS_WITHIN_MS = 800

/** Returns whether a Docker engine answers within 0.8 s at `DOCKER_HOST` (unix or tcp) or the usual socket. */
export async function dockerAnswers(dockerHost: string | undefined): Promise<boolean> {
  const where = addressOf(dockerHost ?? 'unix:///var/run/docker.sock')
  if (!where) return false
  return new Promise((resolve) => {
    const ping = request({ ...where, path: '/_ping', timeout: ANSWERS_WITHIN_MS }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    const timer = setTimeout(() => ping.destroy(new Error('silent')), ANSWERS_WITHIN_MS)
    ping.once('error', () => resolve(false))
    ping.once('close', () => clearTimeout(timer))
    ping.end()
  })
}

function addressOf(dockerHost: string): { socketPath: string } | { host: string; port: number } | undefined {
  if (dockerHost.startsWith('unix://')) return { socketPath: dockerHost.slice('unix://'.length) }
  if (!URL.canParse(dockerHost)) return undefined
  const { hostname, port } = new URL(dockerHost)
  return { host: hostname, port: Number(port) || 2375 }
}

/** Starts Postgres 17 in a container with its data in memory. */
export async function startPostgresContainer(): Promise<Server> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql')
  const container = await new PostgreSqlContainer('postgres:17-alpine')
    .withEnvironment({ POSTGRES_INITDB_ARGS: '--locale=C --encoding=UTF8' })
    .withTmpFs({ '/var/lib/postgresql/data': 'rw' })
    .withCommand(['postgres', '-c', 'max_connections=300', '-c', 'fsync=off', '-c', 'timezone=UTC'])
    .start()
  return {
    url: container.getConnectionUri(),
    origin: 'testcontainers, postgres:17-alpine',
    stop: async () => {
      await container.stop()
    },
  }
}

/** Starts Redis 7.2 in a container, append-only and noeviction. */
export async function startRedisContainer(): Promise<RedisServer> {
  const { RedisContainer } = await import('@testcontainers/redis')
  const container = await new RedisContainer('redis:7.2-alpine')
    // Without a password, a Redis in protected mode refuses every client from outside its container.
    .withCommand(['redis-server', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction', '--protected-mode', 'no'])
    .start()
  return {
    url: container.getConnectionUrl(),
    isReal: true,
    origin: 'testcontainers, redis:7.2-alpine',
    stop: async () => {
      await container.stop()
    },
  }
}
