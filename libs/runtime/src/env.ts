import { type Static, type TObject, Type } from 'typebox'
import { Value } from 'typebox/value'

/** The environment a process was started with lacks something or holds something unusable. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

/**
 * Reads the environment once, at boot. Numbers and booleans are converted from their text, an empty variable counts as
 * missing. Throws EnvironmentError naming every missing or malformed variable at once, never its value.
 */
export function readEnv<T extends TObject>(schema: T, env: NodeJS.ProcessEnv = process.env): Static<T> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const candidate = Value.Convert(schema, Value.Default(schema, Value.Clean(schema, given)))
  const faults = Object.entries(schema.properties).flatMap(([name, variable]) => {
    const value = memberOf(candidate, name)
    if (value === undefined) return schema.required?.includes(name) ? [`${name} is not set`] : []
    const [fault] = Value.Errors(variable, value)
    return fault ? [`${name} ${fault.message}`] : []
  })
  if (faults.length > 0) throw new EnvironmentError(`The environment is not usable: ${faults.join('; ')}`)
  return Value.Parse(schema, candidate)
}

const memberOf = (record: unknown, name: string): unknown =>
  typeof record === 'object' && record !== null ? Object.entries(record).find(([key]) => key === name)?.[1] : undefined

/** A TCP port; 0 lets the system choose. */
export const Port = (standard: number) => Type.Integer({ minimum: 0, maximum: 65_535, default: standard })

/** Something like `postgres://…` or `redis://…`. */
export const Url = Type.String({ pattern: '^[a-z][a-z+]*://[^\\s]+$' })

/** What every service reads. Spread it into the service's own schema. */
export const commonEnv = {
  DATABASE_URL: Url,
  REDIS_URL: Url,
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'info' }),
  /** ms a process may take to stop before it is ended the hard way. */
  SHUTDOWN_GRACE_MS: Type.Integer({ minimum: 0, maximum: 600_000, default: 25_000 }),
  /** ms between being not ready and taking no more requests: longer than a load balancer needs to notice, within the grace. */
  SHUTDOWN_DELAY_MS: Type.Integer({ minimum: 0, maximum: 60_000, default: 250 }),
  /** Number of an inherited descriptor: the process stops when its other end closes. */
  ASKLINE_PARENT_PIPE: Type.Optional(Type.Integer({ minimum: 3 })),
  /** How far the process yields to others on the same machine: 0 not at all, 19 as far as it goes. */
  PROCESS_NICE: Type.Integer({ minimum: 0, maximum: 19, default: 0 }),
  /** Begins every key of ours in Redis. The braces keep them on one node of a cluster. */
  QUEUE_PREFIX: Type.String({ minLength: 1, default: '{askline}' }),
}

/** The port of the health server of a process that serves nothing else. */
export const healthEnv = (standard: number) => ({ HEALTH_PORT: Port(standard) })
