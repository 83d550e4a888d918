import { once } from 'node:events'
import { createServer } from 'node:http'

/** A span that a service sent. */
export type CollectedSpan = {
  traceId: string
  spanId: string
  /** Undefined: the first span of its trace. */
  parentSpanId: string | undefined
  name: string
  /** The service that recorded it, and its process. */
  service: string
  pid: string
  attributes: Record<string, string>
}

/** A collector of traces: an OTLP receiver that keeps every span in memory. */
export type Collector = {
  readonly url: string
  spans(): CollectedSpan[]
  /** Everything that was received, as it was sent. */
  received(): string
  close(): void
}

type Attribute = { key: string; value: Record<string, string | number> }
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] }[]
    }[]
  }[]
}

/** Starts a collector on a free port of this machine. It understands OTLP over HTTP with JSON. */
export async function openCollector(): Promise<Collector> {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    bodies.push(body)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    spans: () => bodies.flatMap((body) => spansIn(JSON.parse(body))),
    received: () => bodies.join('\n'),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const spansIn = ({ resourceSpans }: Sent): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const process = recordOf(resource.attributes)
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, attributes }) => ({
        traceId,
        spanId,
        parentSpanId: parentSpanId || undefined,
        name,
        service: process['service.name'] ?? '',
        pid: process['process.pid'] ?? '',
        attributes: recordOf(attributes),
      })),
    )
  })

const recordOf = (attributes: Attribute[]): Record<string, string> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]))
