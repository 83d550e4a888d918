import type { Database } from '@askline/db'
import type { openFreshness } from '@askline/domain'
import type { Health, Histogram, Logger, TokenVerifier } from '@askline/runtime'
import type { Redis } from 'ioredis'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { ExternalIds } from './external-ids.ts'
import type { Gate } from './http/gate.ts'
import type { TextDesk } from './text-desk.ts'

/** What the routes work with, made in main.ts and passed by hand. */
export type Context = {
  config: Config
  db: Database
  verifier: TokenVerifier
  freshness: ReturnType<typeof openFreshness>
  clock: Clock
  health: Health
  logger: Logger
  texts: TextDesk
  /** How long requests took; missing where nobody reads it. */
  httpSeconds?: Histogram<'method' | 'route' | 'status'>
  /** Only where rate limits are to be shared between instances. */
  redis?: Redis
}

/** What a route module is given besides: the gate that every endpoint of the table stands behind. */
export type RouteContext = Context & { gate: Gate; externalIds: ExternalIds }
