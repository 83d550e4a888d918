import { type Api, type CallOptions, dataOf, optionsOf, type QueryFor } from '../api.ts'
import { AsklineError, RateLimitedError, UnavailableError } from '../errors.ts'
import { backOff, pause } from '../pause.ts'
import type { FeedEvent } from '../shapes.ts'

export type FollowOptions = {
  /** The cursor of the last event that you have handled. Without it, the feed begins now. */
  after?: string
  /** The wanted types of events. Default: all. PERSON_FORGOTTEN is never left out. */
  types?: readonly FeedEvent['type'][]
  /** Ends the iteration. */
  signal?: AbortSignal
  /** Receives each failure after which the feed is read again. */
  onError?: (error: AsklineError) => void
}

/** The events of a feed, without an end. Each `for await` continues where the last one ended. */
export type Feed = AsyncIterable<FeedEvent> & {
  /** The place after the last event that was handled, or that `types` left out. Store it, and pass it as `after` after a restart. */
  readonly cursor: string | undefined
}

/** Seconds for which a request waits for the next event. */
export const feedWaitSeconds = 20
const mostEvents = 500

/** Whether the feed can be read again after the error. */
const isMomentary = (error: unknown): error is AsklineError =>
  error instanceof UnavailableError ||
  error instanceof RateLimitedError ||
  (error instanceof AsklineError && (error.status ?? 0) >= 500)

/** The feed of all changes of a company. `api` must have time to wait for an answer. All reject with an AsklineError. */
export function eventsOf(api: Api) {
  /** Returns a page of events, oldest first. Rejects with a GoneError if `after` is too old. */
  const list = (query: QueryFor<'listEvents'> = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/events', { params: { query }, ...optionsOf(options) }))
  return {
    list,
    /**
     * Reads the feed event by event, and waits for further ones. Reads again after an outage, from the last event. Throws a GoneError
     * if the cursor is too old, and any other AsklineError that a repetition does not help with. Ends with `signal`.
     */
    follow({ after, types, signal, onError }: FollowOptions = {}): Feed {
      let cursor = after
      let failures = 0

      /** Returns the next page, or `undefined` after a failure and a pause. */
      async function readOn() {
        const query = {
          limit: mostEvents,
          ...(cursor === undefined ? {} : { after: cursor, wait: feedWaitSeconds }),
          ...(types ? { types: types.join(',') } : {}),
        }
        try {
          const page = await list(query, signal ? { signal } : {})
          failures = 0
          return page
        } catch (error) {
          if (signal?.aborted) return undefined
          if (!isMomentary(error)) throw error
          onError?.(error)
          const askedMs = error instanceof RateLimitedError ? 1_000 * error.retryAfter : 0
          const endOfPause = pause(Math.max(askedMs, backOff(failures++, 500, 30_000)), signal, { untilOnline: true })
          await endOfPause.catch(() => undefined)
          return undefined
        }
      }

      return {
        get cursor() {
          return cursor
        },
        async *[Symbol.asyncIterator]() {
          while (!signal?.aborted) {
            const page = await readOn()
            for (const event of page?.events ?? []) {
              if (signal?.aborted) return
              yield event
              cursor = event.cursor
            }
            cursor = page?.nextCursor ?? cursor
          }
        },
      }
    },
  }
}
