import { basename } from 'node:path'
import { isMainThread } from 'node:worker_threads'

/*
 * Imported before a service starts: `node --import ./libs/runtime/dist/tracing/start-main.js services/api/dist/api-main.js`.
 * Records spans and sends them by OTLP if OTEL_EXPORTER_OTLP_ENDPOINT names a collector. Otherwise loads nothing.
 */
const endpoint = process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] || process.env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
if (isMainThread && endpoint) await start()

async function start() {
  const [
    { NodeTracerProvider, BatchSpanProcessor },
    { OTLPTraceExporter },
    { detectResources, envDetector, resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  // services/<name>/dist/<name>-main.js
  const service = basename(process.argv[1] ?? '').replace(/-main\.m?js$/, '')
  const own = resourceFromAttributes({
    'service.name': service,
    'service.namespace': 'askline',
    'process.pid': process.pid,
  })
  new NodeTracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  }).register()
}
