import { issuerOf, Port, readEnv, Url } from '@askline/runtime'
import { Type } from 'typebox'

const Env = Type.Object({ DATABASE_URL: Url, PORT: Port(3000), PUBLIC_URL: Type.Optional(Url) })

/** The part of the API's environment that commands need. Throws runtime's EnvironmentError naming every fault. */
export function readCommandEnv(env?: NodeJS.ProcessEnv): { databaseUrl: string; issuer: string } {
  const e = readEnv(Env, env)
  return { databaseUrl: e.DATABASE_URL, issuer: issuerOf(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`) }
}
