import { isSpanContextValid, type SpanContext } from '@opentelemetry/api'

const wellFormed = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Returns a span as a W3C `traceparent`. */
export const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`

/** Returns the span that a W3C `traceparent` names, or undefined if it is malformed or all zeros. */
export function readTraceparent(value: unknown): SpanContext | undefined {
  const [, traceId, spanId, flags] = (typeof value === 'string' && wellFormed.exec(value)) || []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  const named = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(named) ? named : undefined
}

/** Returns the `traceparent` of a job's payload, if it has one. */
export function traceparentIn(payload: unknown): string | undefined {
  const { traceparent } = Object(payload)
  return typeof traceparent === 'string' ? traceparent : undefined
}
