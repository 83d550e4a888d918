import type { PrincipalKind, Scope } from '@askline/contracts'
import type { TObject, TProperties, TSchema } from 'typebox'

/** The kind of row that the uuid in a path names. The 404 of such a path has the code `<row>_not_found`. */
export type Row =
  | 'automatic_answer'
  | 'category'
  | 'dead_letter'
  | 'expert'
  | 'file'
  | 'integration'
  | 'knowledge'
  | 'message'
  | 'model'
  | 'person'
  | 'question'
  | 'receipt'
  | 'reply'
  | 'response'
  | 'session'
  | 'webhook'
  | 'delivery'

/** Describes an endpoint once: its route, its checks, its documentation, and the tests that are the same for all. */
export type Endpoint = {
  /** The `operationId`. Clients are generated with it. */
  name: string
  method: 'GET' | 'POST' | 'PUT'
  /** Relative to the versioned base. Every parameter is a uuid. */
  path: string
  scope: Scope
  /** Principals that may call it. The domain decides what they may see or change. */
  callers: readonly PrincipalKind[]
  summary: string
  /** Paragraphs for the documentation that the summary has no room for. */
  description?: string
  /** Required for a path with a uuid. */
  of?: Row
  body?: TObject
  query?: TObject
  /** The data of the answer, without the envelope. With `answerType`, the whole answer. */
  answer: TSchema
  /** 200 by default. */
  status?: 200 | 201
  /** Members of the answer beside `data`. */
  mirror?: TProperties
  /** The media type of an answer that is not JSON. */
  answerType?: 'text/csv' | 'text/event-stream'
  /** Codes of refusals. Those that every request of its form can have are added, as is the 404 of the path. */
  errors: { 400?: readonly string[]; 403?: readonly string[]; 404?: readonly string[]; 410?: readonly string[] }
  /**
   * Required members of a valid request, and the caller who sends it if it is not the usual one. Tests break one member at a time.
   * The documentation shows the body as its example, with the members of `shown` instead of them or beside them.
   */
  sample?: { body?: object; shown?: object; query?: Record<string, string>; by?: PrincipalKind }
  /** Every person acts as the asker of their own questions. */
  asAsker?: true
  /** The answer of the GET has an ETag, and `If-None-Match` is served. */
  versioned?: true
  /** Says in one sentence how `If-Match` of the PUT is compared. The default names `version`. */
  comparedWith?: string
  /** Seconds that the answer may wait for an event. They are added to the limit of every request. */
  waitSeconds?: number
  /** The answer holds a secret: it is never compressed. */
  showsSecret?: true
  /** The body is multipart/form-data with a file, not JSON. */
  upload?: true
  deprecated?: true
}

/** Describes an endpoint for callers who cannot have a token yet. Its answer has the envelope. */
export type PublicEndpoint = {
  name: string
  method: 'POST'
  path: string
  /** The group in the API's documentation. */
  tag: 'setup' | 'links'
  summary: string
  description?: string
  body: TObject
  answer: TSchema
  status?: 200 | 201 | 202
  errors: { 400: readonly string[]; 404?: { description: string; codes: readonly string[] } }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    publicEndpoint?: PublicEndpoint
  }
}
