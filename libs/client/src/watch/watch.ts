import { ForbiddenError, NotFoundError, RateLimitedError, UnauthorizedError } from '../errors.ts'
import { backOff, jittered } from '../pause.ts'
import type { Question } from '../shapes.ts'
import type { Doorbell } from './doorbell.ts'
import { openPace } from './pace.ts'

export type WatchOptions = {
  /** Closes the watch as well. */
  signal?: AbortSignal
  /**
   * Receives errors, including those that `onChange` throws. NotFoundError, ForbiddenError and UnauthorizedError of
   * Askline end the watch. It continues after any other.
   */
  onError?: (error: unknown) => void
  /** Called with the name of another person who writes, at most every two seconds. Only a socket reports it. */
  onComposing?: (name: string) => void
}

export type Watch = {
  /** How changes are currently detected. */
  readonly via: 'socket' | 'polling' | 'nothing'
  /** Looks for a newer state at once, also if the last attempts failed. */
  catchUp(): void
  /** Stops all notifications, including those already queued. */
  close(): void
}

/** Pause in ms between looks while changes do not end. Two people who write to each other stay within the burst. */
const lookEveryMs = 1_000
const lookBurst = 3

export type WatchQuestion = (uuid: string, onChange: (question: Question) => unknown, options?: WatchOptions) => Watch

export type WatchSettings = {
  doorbell: Doorbell
  /** Returns the question, or `undefined` if it has not changed since `lastChecked`. */
  fetchQuestion: (uuid: string, lastChecked: string | undefined, signal: AbortSignal) => Promise<Question | undefined>
  /** Poll interval in ms while there is no socket. */
  pollMs: number
  /** Poll interval in ms while there is a socket. These polls find changes that the socket lost. */
  checkMs: number
}

/** Watches questions. `lastUpdated` grows with every change, so it shows which of two states is newer. */
export const watchWith = (settings: WatchSettings): WatchQuestion =>
  function watchQuestion(uuid, onChange, { signal, onError, onComposing } = {}) {
    const { doorbell, fetchQuestion, pollMs, checkMs } = settings
    let told: Question | undefined
    /** The newest `lastUpdated` that was reported. */
    let rumoured = ''
    let isOpen = true
    let isHearing = false
    let isLooking = false
    let failures = 0
    let askedMs = 0
    let isUrged = false
    let looking = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const pace = openPace(lookEveryMs, lookBurst)

    const isBehind = () => told === undefined || rumoured > told.lastUpdated

    function lookAfter(ms: number) {
      clearTimeout(timer)
      if (isOpen) timer = setTimeout(() => void look(), ms)
    }

    function lookAtPace() {
      clearTimeout(timer)
      if (isOpen) timer = setTimeout(lookAnnounced, pace.waitMs())
    }

    function lookAnnounced() {
      pace.take()
      void look()
    }

    // Only one request at a time, because concurrent answers could report an old state after a new one.
    async function look(): Promise<void> {
      if (isLooking || !isOpen) return
      isLooking = true
      clearTimeout(timer)
      const rumouredBefore = rumoured
      await lookOnce()
      isLooking = false
      if (isUrged) {
        isUrged = false
        failures = 0
        lookAfter(0)
      } else if (failures > 0) lookAfter(Math.max(askedMs, backOff(failures - 1, Math.min(pollMs, 1_000), 30_000)))
      else if (isBehind() && rumoured !== rumouredBefore) lookAtPace()
      else if (isBehind()) lookAfter(jittered(Math.min(pollMs, 250)))
      else lookAfter(isHearing ? checkMs : pollMs)
    }

    async function lookOnce(): Promise<void> {
      const found = await fetchNewer()
      if (!isOpen || !found || (told && found.lastUpdated <= told.lastUpdated)) return
      told = found
      try {
        await onChange(found)
      } catch (error) {
        if (onError) onError(error)
        // Reported as an unhandled rejection, like an error in an event listener, so that it is not ignored silently.
        else queueMicrotask(() => Promise.reject(error))
      }
    }

    async function fetchNewer(): Promise<Question | undefined> {
      looking = new AbortController()
      try {
        const found = await fetchQuestion(uuid, told?.lastUpdated, looking.signal)
        failures = 0
        return found
      } catch (error) {
        if (!isOpen || isUrged) return undefined
        failures++
        askedMs = error instanceof RateLimitedError ? error.retryAfter * 1_000 : 0
        if (isFinal(error)) close()
        onError?.(error)
        return undefined
      }
    }

    function heardOf(lastUpdated: string) {
      if (lastUpdated > rumoured) rumoured = lastUpdated
      if (isBehind() && !isLooking) lookAtPace()
    }

    const stopListening = doorbell.listen(uuid, {
      onHearing(lastUpdated) {
        isHearing = true
        heardOf(lastUpdated)
      },
      onDeaf() {
        isHearing = false
        // A random delay, because all watches lose the socket at once and must not all poll at once.
        lookAfter(pollMs * Math.random())
      },
      onChange: heardOf,
      onComposing: (name) => isOpen && onComposing?.(name),
    })

    function catchUp() {
      failures = 0
      if (isLooking) {
        isUrged = true
        looking.abort()
      } else lookAfter(0)
    }

    function close() {
      isOpen = false
      looking.abort()
      clearTimeout(timer)
      stopListening()
      signal?.removeEventListener('abort', close)
    }
    signal?.addEventListener('abort', close)
    if (signal?.aborted) close()
    else void look()

    return {
      get via() {
        if (!isOpen) return 'nothing'
        return isHearing ? 'socket' : 'polling'
      },
      catchUp,
      close,
    }
  }

const isFinal = (error: unknown) =>
  error instanceof NotFoundError || error instanceof ForbiddenError || error instanceof UnauthorizedError
