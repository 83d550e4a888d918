import { jobs } from '@askline/contracts'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { readTraceparent, traceparentIn } from '../tracing/traceparent.ts'

/** Compiled at the first use, because most services check a few jobs only. */
const validators = new Map<string, Validator>()
const payloads = new Map(Object.entries(jobs).map(([name, spec]): [string, TSchema] => [name, spec.payload]))

/** Returns whether `payload` matches the schema of the job `name`, or undefined if the catalogue has no such job. */
export function fitsCatalogue(name: string, payload: unknown): boolean | undefined {
  const schema = payloads.get(name)
  if (!schema) return undefined
  const validator = validators.get(name) ?? Compile(schema)
  validators.set(name, validator)
  return validator.Check(payload)
}

/** Returns the correlation id and the trace id of a job for the logs, if it has them. */
export const correlationIn = (data: unknown): { correlationId?: string; trace_id?: string } => {
  const { correlationId } = Object(data)
  const trace = readTraceparent(traceparentIn(data))
  return {
    ...(typeof correlationId === 'string' ? { correlationId } : {}),
    ...(trace ? { trace_id: trace.traceId } : {}),
  }
}

/** Returns the question and the correlation id of a job for its span. */
export const spanAttributesOf = (data: unknown): Record<string, string> => {
  const { questionId } = Object(data)
  const { correlationId } = correlationIn(data)
  return {
    ...(typeof questionId === 'string' ? { 'askline.question_id': questionId } : {}),
    ...(correlationId === undefined ? {} : { 'askline.correlation_id': correlationId }),
  }
}
