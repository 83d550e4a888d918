import type { PrincipalKind } from '@askline/contracts'
import type { Endpoint } from '../src/http/endpoint.ts'

/** The person of the world who sends the sample of an endpoint: the first of these kinds that may call it. */
const senders = {
  user: 'ada',
  expert: 'bruno',
  agent: 'dora',
  admin: 'edda',
  integration: 'integration',
} as const satisfies Record<PrincipalKind, string>
type Sender = (typeof senders)[PrincipalKind]
const kinds = Object.keys(senders) as PrincipalKind[]

/** A request to an endpoint that is right in itself: bad input is made from it by breaking one thing at a time. */
export type Sample = { who: Sender; row: Endpoint['of']; body?: object; query?: Record<string, string> }

/** Returns the sample of an endpoint. `row` is what the uuid of its path names. */
export function sampleOf({ name, method, callers, of: row, upload, sample = {} }: Endpoint): Sample {
  const kind = sample.by ?? kinds.find((one) => callers.includes(one))
  if (!kind) throw new Error(`${name} has no callers`)
  const { query } = sample
  const body = method === 'GET' || upload ? undefined : (sample.body ?? {})
  return { who: senders[kind], row, ...(body ? { body } : {}), ...(query ? { query } : {}) }
}

/** Returns the URL of an endpoint's path with the uuid of its row. `sessionUuid` is a sign-in of the person, if `uuid` names one. */
export const urlOf = (path: string, uuid: string, sessionUuid: string) =>
  `/v1${path.replace(':uuid', uuid).replace(':sessionUuid', sessionUuid)}`
