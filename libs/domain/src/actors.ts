/** The request that caused a change, for logs and traces. `traceparent`: its span in W3C form, if it is traced. */
export type Origin = { correlationId?: string | undefined; traceparent?: string | undefined }

/**
 * The principal who acts or reads. The API builds it from the token and, for an integration, from the person it names.
 * `integrationId` on a user: an integration acts for that asker.
 */
export type Actor = { companyId: string } & Origin &
  (
    | { kind: 'user'; userId: string; integrationId?: string | undefined }
    | { kind: 'expert'; userId: string }
    | { kind: 'agent'; userId: string }
    | { kind: 'integration'; integrationId: string }
    | { kind: 'system' }
  )

/** The id under which the log remembers an actor; null for the system. */
export function actorId(actor: Actor): string | null {
  if (actor.kind === 'system') return null
  return actor.kind === 'integration' ? actor.integrationId : actor.userId
}

/** The person behind an actor who must be one. */
export type Person = Extract<Actor, { userId: string }>

/** Returns the part of a job's payload that names its origin. */
export const originOf = ({ correlationId, traceparent }: Origin): { correlationId?: string; traceparent?: string } => ({
  ...(correlationId === undefined ? {} : { correlationId }),
  ...(traceparent === undefined ? {} : { traceparent }),
})
