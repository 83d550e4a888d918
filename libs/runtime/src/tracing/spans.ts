import {
  type Attributes,
  context,
  isSpanContextValid,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { readTraceparent, traceparentOf } from './traceparent.ts'

const tracer = trace.getTracer('askline')

/**
 * Whether spans are recorded: an SDK was registered before this module was imported (`--import`). Without one, every span has an
 * invalid context.
 */
export const isTracing = isSpanContextValid(tracer.startSpan('is an SDK there?').spanContext())

export type SpanOrder = {
  name: string
  kind: keyof typeof SpanKind
  /** The `traceparent` of the span that caused this one. Undefined or malformed: a new trace begins. */
  parent?: string | undefined
  /** The `traceparent`s of further causes. */
  links?: string[]
  /** Ids and names, never text of people. */
  attributes?: Attributes
}

/** A span in progress. */
export type OpenSpan = {
  /** The span as the parent of what it causes. */
  readonly traceparent: string
  /** Runs `work` so that the lines it logs name this span. */
  within<T>(work: () => T): T
  /** Ends the span. An error marks it as failed: only the name of the error is recorded, because its message may hold text. */
  end(outcome?: { error?: unknown; attributes?: Attributes }): void
}

/** Starts a span. The caller ends it. */
export function startSpan({ name, kind, parent, links = [], attributes = {} }: SpanOrder): OpenSpan {
  const cause = readTraceparent(parent)
  const span = tracer.startSpan(
    name,
    {
      kind: SpanKind[kind],
      attributes,
      links: links.flatMap((link) => readTraceparent(link) ?? []).map((named) => ({ context: named })),
    },
    cause ? trace.setSpanContext(ROOT_CONTEXT, cause) : ROOT_CONTEXT,
  )
  return {
    traceparent: traceparentOf(span.spanContext()),
    within: (work) => context.with(trace.setSpan(ROOT_CONTEXT, span), work),
    end({ error, attributes: found } = {}) {
      if (found) span.setAttributes(found)
      if (error !== undefined) {
        const type = error instanceof Error ? error.name : 'Error'
        span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR, message: type })
      }
      span.end()
    },
  }
}

/** Runs `work` in a span that ends with it, and passes it the span's `traceparent`. */
export async function inSpan<T>(order: SpanOrder, work: (traceparent: string) => Promise<T>): Promise<T> {
  const span = startSpan(order)
  try {
    const result = await span.within(() => work(span.traceparent))
    span.end()
    return result
  } catch (error) {
    span.end({ error: error ?? new Error('Unknown') })
    throw error
  }
}

/** Returns the ids of the active span for a log line. */
export function spanIds(): { trace_id?: string; span_id?: string } {
  const active = trace.getActiveSpan()?.spanContext()
  return active ? { trace_id: active.traceId, span_id: active.spanId } : {}
}

/** Sends the spans that wait. For the end of a process, after everything else. */
export async function flushSpans(): Promise<void> {
  const known = trace.getTracerProvider()
  const provider = known instanceof ProxyTracerProvider ? known.getDelegate() : known
  if ('forceFlush' in provider && typeof provider.forceFlush === 'function') await provider.forceFlush()
}
