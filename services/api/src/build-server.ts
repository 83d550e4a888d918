import { limits } from '@askline/contracts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { openChangeGroups } from './change-groups.ts'
import type { Context } from './context.ts'
import { openExternalIds } from './external-ids.ts'
import { readBodies } from './http/bodies.ts'
import { answerBroken } from './http/broken-requests.ts'
import { buildSerializer, compileWhenUsed } from './http/compile-when-used.ts'
import { correlationIdOf } from './http/correlation.ts'
import { openCredentialLimits } from './http/credential-limits.ts'
import { buildEndpoints, buildPublicEndpoints } from './http/describe-endpoint.ts'
import type { Endpoint } from './http/endpoint.ts'
import { buildEnvelope } from './http/envelope.ts'
import { buildGate } from './http/gate.ts'
import { protect, protectiveHeaders, setHeaders } from './http/headers.ts'
import { insistOnHttps } from './http/https-only.ts'
import { answerUnknownPaths, type KnownRoute } from './http/known-paths.ts'
import { describeRoutes } from './http/openapi.ts'
import { asPlural } from './http/openapi-aliases.ts'
import { refuseOverload } from './http/overload.ts'
import { buildPublicGate } from './http/public-gate.ts'
import { readQueryString } from './http/query-strings.ts'
import { buildRateLimits } from './http/rate-limits.ts'
import { keepDeadline } from './http/request-deadline.ts'
import { decorateRequests } from './http/request-state.ts'
import { traceRequests } from './http/tracing.ts'
import { warnOfUntrustedProxy } from './http/untrusted-proxy.ts'
import { closeUnusedConnections } from './http/unused-connections.ts'
import { compileValidator } from './http/validation.ts'
import { buildGuessLimits } from './oauth/guess-limits.ts'
import { isWrongMethodOfOauth, sendOauthError } from './oauth/oauth-fault.ts'
import { adminRoutes } from './routes/admin.ts'
import { agentRoutes } from './routes/agents.ts'
import { askerSignInRoutes } from './routes/asker-sign-in.ts'
import { avatarRoutes } from './routes/avatars.ts'
import { demoRoutes } from './routes/demo.ts'
import { demoPageRoutes } from './routes/demo-page.ts'
import { discoveryRoutes } from './routes/discovery.ts'
import { documentationRoutes } from './routes/documentation.ts'
import { draftRoutes } from './routes/drafts.ts'
import { eventRoutes } from './routes/events.ts'
import { expertMoveRoutes } from './routes/expert-moves.ts'
import { expertRoutes } from './routes/experts.ts'
import { fileRoutes } from './routes/files.ts'
import { healthRoutes } from './routes/health.ts'
import { linkRoutes } from './routes/links.ts'
import { meRoutes } from './routes/me.ts'
import { messageRoutes } from './routes/messages.ts'
import { noteRoutes } from './routes/notes.ts'
import { oauthRoutes } from './routes/oauth.ts'
import { pageRoutes, showNoPage } from './routes/pages.ts'
import { privacyRoutes } from './routes/privacy.ts'
import { questionMoveRoutes } from './routes/question-moves.ts'
import { questionPollRoutes } from './routes/question-poll.ts'
import { questionRoutes } from './routes/questions.ts'
import { replyRoutes } from './routes/replies.ts'
import { responseRoutes } from './routes/responses.ts'
import { sessionListRoutes } from './routes/sessions.ts'
import { setupRoutes } from './routes/setup.ts'
import { textRoutes } from './routes/texts.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { widgetRoutes } from './routes/widget.ts'

export type Server = { app: FastifyInstance; routes: readonly KnownRoute[]; endpoints: readonly Endpoint[] }

/** Builds the API. Every route is mounted here, explicitly and in order. */
export async function buildServer(context: Context): Promise<Server> {
  const { config, clock, db, logger, verifier } = context
  const envelope = buildEnvelope(clock)
  const loggerInstance: FastifyBaseLogger = logger
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger per request costs more than a poll. Log lines carry the correlation id themselves.
    childLoggerFactory: (parent) => parent,
    genReqId: correlationIdOf,
    requestIdHeader: false,
    http: { maxHeaderSize: limits.headerBytes },
    trustProxy: config.trustProxy,
    // Requests on open connections are still answered during shutdown.
    return503OnClosing: false,
    // Long enough for uploads. All other requests have the shorter limit of keepDeadline.
    requestTimeout: Math.max(10_000, config.uploadMs + 2_000),
    connectionTimeout: 0,
    // Longer than the idle timeout of usual load balancers, so that they close first.
    keepAliveTimeout: 72_000,
    rewriteUrl: ({ url = '/' }) => asPlural(url),
    routerOptions: { maxParamLength: 4_096, querystringParser: readQueryString },
    frameworkErrors: envelope.sendError,
    clientErrorHandler: answerBroken(clock),
    schemaController: { compilersFactory: { buildSerializer } },
  })
  keepDeadline(app, limits.requestMs)
  decorateRequests(app)
  traceRequests(app)
  app.setErrorHandler((error, request, reply) => {
    if (!isWrongMethodOfOauth(error, request)) return envelope.sendError(error, request, reply)
    return sendOauthError(error, request, reply.headers(protectiveHeaders))
  })
  app.setValidatorCompiler(compileWhenUsed(compileValidator))
  readBodies(app)
  await setHeaders(app, config.corsOrigins)
  insistOnHttps(app, config.httpsMode, config.issuer)
  const routes = answerUnknownPaths(app, config.pagesDir === undefined ? () => false : showNoPage)
  refuseOverload(app, config.maxEventLoopDelayMs, context)
  warnOfUntrustedProxy(app, config.trustProxy)
  const credentialLimits = await openCredentialLimits(db, logger)
  app.addHook('onClose', async () => credentialLimits.close())
  // Before the server waits for open requests.
  app.addHook('preClose', async () => context.feed.close())
  closeUnusedConnections(app)
  const rates = buildRateLimits(config.rates, credentialLimits.find, context.redis)
  await describeRoutes(app, config)
  logSlow(app, config.slowRequestMs)
  if (context.httpSeconds) measure(app, context.httpSeconds)

  const { endpoint, endpoints } = buildEndpoints(buildGate(verifier, rates, envelope))
  const behindGate = {
    ...context,
    endpoint,
    externalIds: openExternalIds(db),
    changes: openChangeGroups(db, config.publicUrl),
  }
  const guesses = buildGuessLimits(config.rates)
  const publicEndpoint = buildPublicEndpoints(buildPublicGate(rates, envelope))
  await app.register(setupRoutes(context, publicEndpoint, guesses))
  await app.register(meRoutes(behindGate, guesses))
  await app.register(sessionListRoutes(behindGate))
  await app.register(questionPollRoutes(behindGate))
  await app.register(questionRoutes(behindGate))
  await app.register(questionMoveRoutes(behindGate))
  await app.register(expertMoveRoutes(behindGate))
  await app.register(responseRoutes(behindGate))
  await app.register(messageRoutes(behindGate))
  await app.register(noteRoutes(behindGate))
  await app.register(replyRoutes(behindGate))
  await app.register(draftRoutes(behindGate))
  await app.register(expertRoutes(behindGate))
  await app.register(agentRoutes(behindGate))
  await app.register(askerSignInRoutes(behindGate))
  await app.register(privacyRoutes(behindGate))
  await app.register(textRoutes(behindGate))
  await app.register(fileRoutes(behindGate))
  await app.register(adminRoutes(behindGate))
  await app.register(eventRoutes(behindGate))
  await app.register(webhookRoutes(behindGate))
  await app.register(linkRoutes(context, publicEndpoint, guesses))
  await app.register(async (bare) => {
    bare.addHook('onRequest', protect)
    await bare.register(oauthRoutes(context, rates, guesses))
    await bare.register(discoveryRoutes(config))
    await bare.register(healthRoutes(context))
    await bare.register(avatarRoutes)
    await bare.register(documentationRoutes(config))
  })
  if (config.pagesDir !== undefined) {
    await app.register(pageRoutes(context, rates, config.pagesDir))
    await app.register(widgetRoutes(context, rates, config.pagesDir))
  }
  const { demoSignIn } = config
  if (demoSignIn !== undefined) {
    await app.register(async (demo) => {
      demo.addHook('onRequest', protect)
      await demo.register(demoRoutes(context, demoSignIn))
      await demo.register(demoPageRoutes(context, demoSignIn))
    })
  }
  return { app, routes, endpoints }
}

/** Measures requests by route. The path itself holds ids, which would create a series each. */
function measure(app: FastifyInstance, seconds: NonNullable<Context['httpSeconds']>) {
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    if (hasWaited(request) && reply.statusCode < 500) return done()
    const route = request.routeOptions.url ?? 'unknown'
    seconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

/** Whether the time of a request says nothing, because it may have waited for events. */
function hasWaited({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.endpoint?.waitSeconds !== undefined || config.endpoint?.answerType === 'text/event-stream'
}

function logSlow(app: FastifyInstance, slowMs: number) {
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.elapsedTime > slowMs && !hasWaited(request)) {
      const { method, id } = request
      const ms = Math.round(reply.elapsedTime)
      request.log.warn(
        { method, route: request.routeOptions.url, status: reply.statusCode, ms, correlationId: id },
        'slow',
      )
    }
    done()
  })
}
