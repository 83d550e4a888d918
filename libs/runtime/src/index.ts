export { issuerOf } from './access/issuer.ts'
export type { Revocation, RevocationKind } from './access/revocations.ts'
export { buildSecretBox, type SecretBox, SecretsKey, UnknownSecretsKeyError } from './access/secret-box.ts'
export {
  dropSigningKey,
  ensureSigningKey,
  findActiveKids,
  findFirstKid,
  listActiveKeys,
  reencryptSigningKeys,
  rotateSigningKey,
  type SigningKey,
  signingKey,
  signingKeyUntil,
} from './access/signing-keys.ts'
export * from './access/token-errors.ts'
export { openTokenVerifier, type TokenVerifier, type TokenVerifierOptions } from './access/token-verifier.ts'
export * from './deadline.ts'
export * from './env.ts'
export type { EventLoopLag } from './event-loop-lag.ts'
export * from './health/checks.ts'
export { buildHealth, type Health, type HealthAnswer } from './health/health-answers.ts'
export { answerHealth, type HealthServer, portOf, startHealthServer } from './health/health-server.ts'
export { buildLogger, type Logger } from './logger.ts'
export * from './metrics.ts'
export { type ProcessorTimes, processorTimes } from './processor-times.ts'
export {
  messageIn,
  type NotifierMessage,
  notifierStreamOf,
  tellNotifiers,
  type WriterIds,
} from './queues/notifier-stream.ts'
export { fitsCatalogue, spanAttributesOf } from './queues/payloads.ts'
export { listMasters, openHastyRedis, openPatientRedis, openRedisOnce, type Redis } from './redis.ts'
export { type RunningService, runService } from './service.ts'
export { inSpan, isTracing, type OpenSpan, startSpan } from './tracing/spans.ts'
export { wallClock } from './wall-clock.ts'
export { buildEventLoopYield, type EventLoopYield } from './yield-to-event-loop.ts'
