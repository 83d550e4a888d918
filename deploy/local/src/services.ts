import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '@askline/testing/servers'
import { type ServiceProcess, startService } from './service-process.ts'
import { repository } from './settings.ts'

export const serviceNames = ['api', 'routing-worker', 'notifier'] as const
export type ServiceName = (typeof serviceNames)[number]

/** What every service of one installation shares. */
export type Installation = {
  databaseUrl: string
  redisUrl: string
  /** Where browsers and integrations reach the API. */
  publicUrl: string
  /** Folder of the log files. */
  logs: string
  logLevel: string
  /** Further environment variables for each service alike; what this installation decides itself wins over them. */
  env?: Record<string, string>
  /** The interface services listen on; 127.0.0.1 by default. */
  host?: string
  say: (line: string) => void
  onStart?: (name: string, pid: number) => void
}

/** One copy of a service; `port` is what it listens on (the worker: its health), `label` tells copies apart. */
export type Copy = { service: ServiceName; port: number; label?: string; env?: Record<string, string> }

/** Starts one copy of a service as an operator would: `node services/<name>/dist/main.js` with plain environment variables. */
export async function startCopy(installation: Installation, copy: Copy): Promise<ServiceProcess> {
  const name = copy.label ?? copy.service
  mkdirSync(installation.logs, { recursive: true, mode: 0o700 })
  return startService({
    name,
    main: join(repository, 'services', copy.service, 'dist', 'main.js'),
    env: await environmentOf(installation, copy),
    logFile: join(installation.logs, `${name}.log`),
    readyUrl: `http://127.0.0.1:${copy.port}/health/ready`,
    say: installation.say,
    onStart: (pid) => installation.onStart?.(name, pid),
  })
}

const nice: Record<ServiceName, number> = { api: 0, notifier: 5, 'routing-worker': 10 }

/** The environment of every service of an installation alike: a copy started by hand needs a port of its own beside it. */
export const sharedEnvironment = (installation: Installation): Record<string, string> => ({
  TZ: 'UTC',
  NODE_ENV: 'production',
  ...installation.env,
  HOST: installation.host ?? '127.0.0.1',
  DATABASE_URL: installation.databaseUrl,
  REDIS_URL: installation.redisUrl,
  PUBLIC_URL: installation.publicUrl,
  LOG_LEVEL: installation.logLevel,
  SHUTDOWN_GRACE_MS: '5000',
})

async function environmentOf(
  installation: Installation,
  { service, port, env }: Copy,
): Promise<Record<string, string>> {
  return {
    ...sharedEnvironment(installation),
    // All share this machine: who waits for an answer goes before the work that may be done a moment later.
    PROCESS_NICE: String(nice[service]),
    ...portsOf(service, port, await findFreePort()),
    ...env,
  }
}

function portsOf(service: ServiceName, port: number, internal: number): Record<string, string> {
  switch (service) {
    case 'api':
      return { PORT: String(port), INTERNAL_PORT: String(internal) }
    case 'notifier':
      return { NOTIFIER_PORT: String(port), INTERNAL_PORT: String(internal) }
    case 'routing-worker':
      return { HEALTH_PORT: String(port), INTERNAL_PORT: String(internal) }
  }
}
