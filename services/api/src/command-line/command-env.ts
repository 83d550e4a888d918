import { buildSecretBox, issuerOf, Port, readEnv, type SecretBox, SecretsKey, Url } from '@askline/runtime'
import { Type } from 'typebox'
import { RefusedError } from './command.ts'

const Env = Type.Object({
  DATABASE_URL: Url,
  PORT: Port(3000),
  PUBLIC_URL: Type.Optional(Url),
  SECRETS_KEY: Type.Optional(SecretsKey),
  REDIS_URL: Type.Optional(Url),
  QUEUE_PREFIX: Type.String({ minLength: 1, default: '{askline}' }),
})

export type CommandEnv = {
  databaseUrl: string
  issuer: string
  secrets: () => SecretBox
  queues: () => { redisUrl: string; prefix: string }
}

/** Reads the part of the API's environment that commands need. Throws EnvironmentError naming every faulty variable. */
export function readCommandEnv(env?: NodeJS.ProcessEnv): CommandEnv {
  const e = readEnv(Env, env)
  return {
    databaseUrl: e.DATABASE_URL,
    issuer: issuerOf(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`),
    secrets() {
      if (e.SECRETS_KEY !== undefined) return buildSecretBox(e.SECRETS_KEY)
      throw new RefusedError('SECRETS_KEY is not set. This command needs the same value as the API.')
    },
    queues() {
      if (e.REDIS_URL !== undefined) return { redisUrl: e.REDIS_URL, prefix: e.QUEUE_PREFIX }
      throw new RefusedError('REDIS_URL is not set. This command needs the same value as the API.')
    },
  }
}
