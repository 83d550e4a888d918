import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { readServerEnvironment } from './environment.ts'
import { findFreePort } from './free-port.ts'
import { type GuardedProcess, startGuarded } from './guarded-process.ts'
import { findRedisProgram } from './redis-program.ts'

export type RedisCluster = {
  /** The `REDIS_URL` of the cluster. */
  url: string
  /** Lists the keys of each node. */
  keys(): Promise<string[][]>
  stop(): Promise<void>
}

const slots = 16_384

/**
 * Starts a Redis Cluster of three nodes on 127.0.0.1, without replicas, passwords or files that remain. The nodes run the program of
 * TEST_REDIS. Throws if no Redis runs here.
 */
export async function startRedisCluster(): Promise<RedisCluster> {
  const { path, redisProgram } = readServerEnvironment()
  const program = findRedisProgram(path, redisProgram)
  if (!program) throw new Error('A Redis Cluster needs redis-server or valkey-server on the PATH. Install one.')
  const folder = mkdtempSync(join(tmpdir(), 'askline-cluster-'))
  const started: GuardedProcess[] = []
  const nodes: Redis[] = []
  const stop = async () => {
    for (const node of nodes) node.disconnect()
    await Promise.all(started.map((node) => node.end([{ signal: 'SIGKILL', waitMs: 2_000 }])))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const ports = await Promise.all([0, 1, 2].map(() => findFreePort()))
    for (const port of ports) {
      started.push(await startNode(program.command, join(folder, String(port)), port, await findFreePort()))
      const node = new Redis({ host: '127.0.0.1', port, maxRetriesPerRequest: null })
      // It reconnects until the node listens.
      node.on('error', () => undefined)
      nodes.push(node)
    }
    await connect(nodes, ports)
    const url = `redis://${ports.map((port) => `127.0.0.1:${port}`).join(',')}?cluster=true`
    return { url, keys: () => Promise.all(nodes.map((node) => node.keys('*'))), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function startNode(command: string, folder: string, port: number, busPort: number): Promise<GuardedProcess> {
  mkdirSync(folder, { recursive: true })
  const settings = {
    bind: '127.0.0.1',
    port,
    dir: folder,
    save: '',
    'cluster-enabled': 'yes',
    'cluster-port': busPort,
    'cluster-node-timeout': 5_000,
  }
  return startGuarded({
    command,
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    cwd: folder,
    logFile: join(folder, 'log'),
    stopSignals: [{ signal: 'SIGKILL', afterMs: 3_000 }],
    leftBehind: [folder],
  })
}

/** Gives each node its part of the slots and waits until all nodes know each other. */
async function connect(nodes: Redis[], ports: number[]): Promise<void> {
  const [first, ...others] = nodes
  if (!first) return
  const share = Math.ceil(slots / nodes.length)
  for (const [n, node] of nodes.entries()) {
    await node.call('cluster', 'addslotsrange', n * share, Math.min(slots, (n + 1) * share) - 1)
  }
  const busPorts = await Promise.all(
    nodes.map(async (node) => ((await node.config('GET', 'cluster-port')) as string[])[1]),
  )
  for (const n of others.keys()) {
    await first.call('cluster', 'meet', '127.0.0.1', ports[n + 1] ?? 0, Number(busPorts[n + 1]))
  }
  const giveUpAt = performance.now() + 20_000
  const isComplete = async (node: Redis) => {
    const info = String(await node.cluster('INFO'))
    return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${nodes.length}`)
  }
  while (!(await Promise.all(nodes.map(isComplete))).every(Boolean)) {
    if (performance.now() > giveUpAt) throw new Error('The nodes of the Redis Cluster did not find each other in 20 s')
    await pause(50)
  }
}
