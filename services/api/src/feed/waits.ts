import type { Socket } from 'node:net'
import type { TokenClaims } from '@askline/contracts'
import { type TokenVerifier, wallClock } from '@askline/runtime'
import { RequestFault } from '../http/request-faults.ts'

/** Why a wait ends before its time. */
export type WaitEnd = 'expired' | 'revoked' | 'stopping' | 'left'

export type Wait = {
  /** Frees the seat. Call it however the wait ends. */
  release(): void
  /** Whether the token has expired, or is about to. */
  isExpired(): boolean
}

export type Waits = {
  /**
   * Takes a seat for a request that waits, or for a stream. Calls `end` at the expiry or revocation of the token, when the service stops
   * and when the connection of the request is closed. Throws 429 if the credential has no seat left.
   */
  begin(claims: TokenClaims, connection: Socket, end: (why: WaitEnd) => void): Wait
  /** Returns the number of waits. */
  count(): number
  /** Ends all waits, and those that begin later. */
  close(): void
}

/** Waits of one credential at the same time, at this API. */
const mostWaits = 20
const retrySeconds = 5
/** ms before the expiry of its token when a wait ends, because a timer may be late. */
const marginMs = 500
/** A longer timer would fire at once. */
const longestTimerMs = 2 ** 31 - 1

/** Opens the seats of requests that wait. They watch tokens only while there are any, because the verifier then reads revocations. */
export function openWaits(verifier: Pick<TokenVerifier, 'isRevoked' | 'onRevoked'>): Waits {
  const open = new Map<object, { claims: TokenClaims; end: (why: WaitEnd) => void }>()
  const taken = new Map<string, number>()
  let stopWatch: (() => void) | undefined
  let isClosed = false

  function countSeat(key: string, change: 1 | -1) {
    const left = (taken.get(key) ?? 0) + change
    if (left > 0) taken.set(key, left)
    else taken.delete(key)
  }
  function endRevoked() {
    for (const { claims, end } of open.values()) if (verifier.isRevoked(claims)) end('revoked')
  }

  return {
    begin(claims, connection, end) {
      const key = claims.kind === 'integration' ? `credential:${claims.client_id}` : `person:${claims.sub}`
      if ((taken.get(key) ?? 0) >= mostWaits) throw tooManyWaits()
      const isExpired = () => claims.exp * 1_000 - wallClock() <= marginMs
      let timer: NodeJS.Timeout | undefined
      const watchExpiry = () => {
        if (isExpired()) return end('expired')
        timer = setTimeout(watchExpiry, Math.min(claims.exp * 1_000 - wallClock() - marginMs, longestTimerMs))
      }
      const me = {}
      open.set(me, { claims, end })
      countSeat(key, 1)
      stopWatch ??= verifier.onRevoked(endRevoked)
      watchExpiry()
      // Not the answer's own end: an answer that still waits behind others of its connection never reports one.
      const leave = () => end('left')
      if (connection.destroyed) leave()
      connection.setMaxListeners(0).once('close', leave)
      if (isClosed) end('stopping')
      // The token may have been revoked since it was checked.
      if (verifier.isRevoked(claims)) end('revoked')
      return {
        isExpired,
        release() {
          if (!open.delete(me)) return
          clearTimeout(timer)
          connection.off('close', leave)
          countSeat(key, -1)
          if (open.size > 0) return
          stopWatch?.()
          stopWatch = undefined
        },
      }
    },
    count: () => open.size,
    close() {
      isClosed = true
      for (const { end } of [...open.values()]) end('stopping')
    },
  }
}

const tooManyWaits = () =>
  new RequestFault(
    429,
    'rate_limited',
    `${mostWaits} requests of this credential are waiting for events. Share one stream, or try again in ${retrySeconds} s.`,
    { headers: { 'retry-after': String(retrySeconds) } },
  )
