import { type Static, type TObject, Type } from 'typebox'
import { Value } from 'typebox/value'

/** The environment lacks a variable, or a variable has an invalid value. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

/**
 * Reads the environment once, at start. Converts numbers and booleans, and treats an empty variable as missing.
 * Throws EnvironmentError with the name, never the value, of every missing or invalid variable, and with the `rule` of its schema.
 */
export function readEnv<T extends TObject>(schema: T, env: NodeJS.ProcessEnv = process.env): Static<T> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const candidate = Value.Convert(schema, Value.Default(schema, Value.Clean(schema, given)))
  const faults = Object.entries(schema.properties).flatMap(([name, variable]) => {
    const value = memberOf(candidate, name)
    if (value === undefined) return schema.required?.includes(name) ? [`${name} is not set`] : []
    const [fault] = Value.Errors(variable, value)
    return fault ? [`${name} ${memberOf(variable, 'rule') ?? fault.message}`] : []
  })
  if (faults.length > 0) throw new EnvironmentError(`The environment is not usable: ${faults.join('; ')}`)
  return Value.Parse(schema, candidate)
}

const memberOf = (record: unknown, name: string): unknown =>
  typeof record === 'object' && record !== null ? Object.entries(record).find(([key]) => key === name)?.[1] : undefined

/** Returns the schema of a TCP port. 0 lets the system choose. */
export const Port = (standard: number) => Type.Integer({ minimum: 0, maximum: 65_535, default: standard })

/** A URL with a scheme, such as `postgres://…` or `redis://…`. */
export const Url = Type.String({ pattern: '^[a-z][a-z+]*://[^\\s]+$', rule: 'must be an address such as https://host' })

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The variables of every service. Spread them into the service's own schema. */
export const commonEnv = {
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://[^\\s]*$',
    rule: 'must be an address such as postgres://user:password@host:5432/askline',
  }),
  REDIS_URL: Type.String({ pattern: '^rediss?://[^\\s]+$', rule: 'must be an address such as redis://host:6379' }),
  LOG_LEVEL: Type.Enum(logLevels, { default: 'info', rule: `must be one of ${logLevels.join(', ')}` }),
  /** Time limit in ms for stopping. After it the process is killed. */
  SHUTDOWN_GRACE_MS: Type.Integer({ minimum: 0, maximum: 600_000, default: 25_000 }),
  /** Time in ms between reporting "not ready" and refusing requests. Load balancers must notice within it. */
  SHUTDOWN_DELAY_MS: Type.Integer({ minimum: 0, maximum: 60_000, default: 250 }),
  /** Number of an inherited file descriptor. The process stops when its other end closes. */
  ASKLINE_PARENT_PIPE: Type.Optional(Type.Integer({ minimum: 3 })),
  /** Niceness of the process, from 0 to 19 (lowest priority). */
  PROCESS_NICE: Type.Integer({ minimum: 0, maximum: 19, default: 0 }),
  /** Prefix of all our keys in Redis. In a cluster it is part of each queue's hash tag. */
  QUEUE_PREFIX: Type.String({ minLength: 1, default: '{askline}' }),
}

/** The interface of a port for clients. */
export const Host = Type.String({ default: '0.0.0.0' })

/** Returns the interface and port of health and metrics. Nothing there asks for a token, so only this machine reaches it by default. */
export const internalEnv = (standard: number) => ({
  INTERNAL_HOST: Type.String({ default: '127.0.0.1' }),
  INTERNAL_PORT: Port(standard),
})
