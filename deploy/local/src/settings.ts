import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartRefusedError } from '@askline/testing/servers'

/** The folder of the repository. */
export const repository = fileURLToPath(new URL('../../../', import.meta.url))

/** The home if ASKLINE_HOME is not set. */
export const standardHome = resolve(repository, '.askline')

/** Settings from the environment and the flags of a start. */
export type Settings = {
  /** Absolute; data, logs and credentials. */
  home: string
  /** 0 means any free one. */
  port: number
  notifierPort: number
  databaseUrl: string | undefined
  redisUrl: string | undefined
  /** The API's address as clients see it, without the version. */
  publicUrl: string | undefined
  logLevel: string
  /** The interface to listen on; this machine only by default. */
  host: string
  fresh: boolean
  /** Without the demo company: a browser creates the first one. */
  empty: boolean
  /** The remaining environment, which services may use. */
  inherited: Record<string, string>
}

/** Reads the environment and the flags of `npm start`. Throws StartRefusedError for an invalid value. */
export function readSettings(flags: string[], env: NodeJS.ProcessEnv = process.env): Settings {
  const unknown = flags.find((flag) => flag !== '--fresh' && flag !== '--empty')
  if (unknown)
    throw new StartRefusedError(`There is no flag "${unknown}".`, 'Use --fresh, --empty or both: npm start -- --fresh')
  return {
    home: resolve(env['ASKLINE_HOME'] || standardHome),
    port: readPort(env, 'PORT', 3000),
    notifierPort: readPort(env, 'NOTIFIER_PORT', 3001),
    databaseUrl: readUrl(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: readUrl(env, 'REDIS_URL', ['redis:', 'rediss:']),
    publicUrl: readUrl(env, 'PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+(v1\/*)?$/, ''),
    logLevel: env['LOG_LEVEL'] || 'info',
    host: env['HOST'] || '127.0.0.1',
    fresh: flags.includes('--fresh'),
    empty: flags.includes('--empty'),
    inherited: inheritedFrom(env),
  }
}

/** Returns whether npm started this process, which must then watch npm, because a killed npm sends no signal. */
export function isBelowNpm(env: NodeJS.ProcessEnv = process.env): boolean {
  return env['npm_lifecycle_event'] !== undefined
}

function inheritedFrom(env: NodeJS.ProcessEnv): Record<string, string> {
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(given.filter(([name]) => !name.startsWith('npm_')))
}

function readUrl(env: NodeJS.ProcessEnv, name: string, schemes: string[]): string | undefined {
  const given = env[name]
  if (!given) return undefined
  if (URL.canParse(given) && schemes.includes(new URL(given).protocol)) return given
  // The value may contain a password, so it is not repeated.
  throw new StartRefusedError(`${name} is no URL of the form ${schemes[0]}//…`, `Correct ${name}, or leave it out.`)
}

/** Returns the port from the variable `name`, or the default. Throws StartRefusedError that names the variable. */
export function readPort(env: NodeJS.ProcessEnv, name: string, standard: number): number {
  const given = env[name]
  if (!given) return standard
  const port = Number(given)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new StartRefusedError(
    `${name} is "${given}", which is no port.`,
    `Give a number from 1 to 65535: ${name}=${standard}`,
  )
}
