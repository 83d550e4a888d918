import type { Database } from '@askline/db'
import type { openFreshness } from '@askline/domain/views/freshness'
import type { Outbound } from '@askline/outbound'
import type {
  EventLoopLag,
  Health,
  Histogram,
  Logger,
  Redis,
  SecretBox,
  SigningKey,
  TokenVerifier,
} from '@askline/runtime'
import type { Config } from './api-config.ts'
import type { ChangeGroups } from './change-groups.ts'
import type { Clock } from './clock.ts'
import type { ExternalIds } from './external-ids.ts'
import type { FeedAccess } from './feed/open-feed.ts'
import type { DescribeEndpoint } from './http/describe-endpoint.ts'
import type { TextRequests } from './text-requests.ts'
import type { WebhookTests } from './webhook-tests.ts'

/** The dependencies of the routes. `startApi` builds it and passes it to `buildServer`; tests build their own. */
export type Context = {
  config: Config
  db: Database
  verifier: TokenVerifier
  /** Signs tokens until another instance rotates it. */
  signingKey: SigningKey
  /** Decrypts the keys that sign tokens. */
  secrets: SecretBox
  freshness: ReturnType<typeof openFreshness>
  clock: Clock
  health: Health
  logger: Logger
  texts: TextRequests
  /** Checks addresses of webhooks. The courier sends. */
  outbound: Outbound
  webhookTests: WebhookTests
  feed: FeedAccess
  /** Lag of the event loop. Without it requests are accepted however late it is. */
  eventLoop?: EventLoopLag
  /** Durations of requests. Without it they are not measured. */
  httpSeconds?: Histogram<'method' | 'route' | 'status'>
  /** Present if instances share their rate limits. */
  redis?: Redis
}

/** The parameter of a route module: the context, the function that describes an endpoint, the reader of external ids, and the groups of changes. */
export type RouteContext = Context & { endpoint: DescribeEndpoint; externalIds: ExternalIds; changes: ChangeGroups }
