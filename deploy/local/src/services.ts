import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '@askline/testing/servers'
import { type ServiceProcess, startService } from './service-process.ts'
import { repository } from './settings.ts'

export const serviceNames = ['api', 'routing-worker', 'notifier', 'courier'] as const
export type ServiceName = (typeof serviceNames)[number]

/** Returns the main module of a service, built in the repository at `root`. */
export const mainModuleOf = (root: string, service: ServiceName): string =>
  join(root, 'services', service, 'dist', `${service}-main.js`)

/** Settings that all services of an installation share. */
export type Installation = {
  databaseUrl: string
  redisUrl: string
  /** Address of the API for browsers and integrations. */
  publicUrl: string
  /** Folder of the log files. */
  logs: string
  logLevel: string
  /** Further environment variables for all services. Settings of the installation override them. */
  env?: Record<string, string>
  /** Interface on which services listen. Default: 127.0.0.1. */
  host?: string
  log: (line: string) => void
  onStart?: (name: string, pid: number) => void
}

/** One copy of a service. `port`: the port it listens on (for the worker and the courier: health). `label` distinguishes copies. */
export type Copy = {
  service: ServiceName
  port: number
  label?: string
  env?: Record<string, string>
  /** Another main module than the built one. */
  main?: string | undefined
}

/** Starts one copy of a service as an operator would: `node services/<name>/dist/<name>-main.js` with plain environment variables. */
export async function startCopy(installation: Installation, copy: Copy): Promise<ServiceProcess> {
  const name = copy.label ?? copy.service
  mkdirSync(installation.logs, { recursive: true, mode: 0o700 })
  return startService({
    name,
    main: copy.main ?? mainModuleOf(repository, copy.service),
    env: await environmentOf(installation, copy),
    logFile: join(installation.logs, `${name}.log`),
    readyUrl: `http://127.0.0.1:${copy.port}/health/ready`,
    log: installation.log,
    onStart: (pid) => installation.onStart?.(name, pid),
  })
}

const nice: Record<ServiceName, number> = { api: 0, notifier: 5, 'routing-worker': 10, courier: 10 }

/** Returns the shared environment of all services. A copy that is started by hand also needs its own port. */
export const sharedEnvironment = (installation: Installation): Record<string, string> => ({
  TZ: 'UTC',
  NODE_ENV: 'production',
  SHUTDOWN_GRACE_MS: '5000',
  ...installation.env,
  HOST: installation.host ?? '127.0.0.1',
  DATABASE_URL: installation.databaseUrl,
  REDIS_URL: installation.redisUrl,
  PUBLIC_URL: installation.publicUrl,
  LOG_LEVEL: installation.logLevel,
})

async function environmentOf(
  installation: Installation,
  { service, port, env }: Copy,
): Promise<Record<string, string>> {
  return {
    ...sharedEnvironment(installation),
    // All services share this machine, so those that answer callers have priority over background work.
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
    case 'courier':
      return { INTERNAL_PORT: String(port) }
  }
}
