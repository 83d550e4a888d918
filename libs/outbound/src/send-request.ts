import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { findAddresses, type Surroundings } from './find-addresses.ts'
import { readAnswer } from './read-answer.ts'
import { readTarget, type Target } from './target.ts'
import { watchProgress } from './watch-progress.ts'

/** Limits of one request. Times are in ms. */
export type Limits = {
  /** From the start until the connection is encrypted: look-up, TCP and TLS. */
  connectMs: number
  /** From then until the headers of the answer. */
  firstByteMs: number
  /** From the start until the end of the answer. */
  wholeMs: number
  /** Bytes of the answer's body that are read. Then the connection is cut. */
  readBytes: number
}

const defaultLimits: Limits = { connectMs: 5_000, firstByteMs: 15_000, wholeMs: 20_000, readBytes: 65_536 }

export type OutboundRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Names of the answer's headers that are returned, in lower case. */
  wanted?: readonly string[]
  limits?: Partial<Limits>
}

/** An answer outside 3xx, whether it reports success or not. */
export type Answer = {
  status: number
  /** The wanted headers that the answer has. */
  headers: Record<string, string>
  /** The body that was read, as text. Bytes that are not UTF-8, and NUL, which Postgres cannot store, are U+FFFD. */
  body: string
  /** Whether the body is longer. */
  isCut: boolean
  durationMs: number
}

/**
 * Sends a request and reads its answer. Redirects are not followed. The connection's own look-up checks the addresses,
 * so no name can lead elsewhere between check and connection. Throws a FaultError.
 */
export async function sendRequest(
  request: OutboundRequest,
  surroundings: Surroundings & { ca?: string },
): Promise<Omit<Answer, 'durationMs'>> {
  const target = readTarget(request.url)
  // The connection does not look up an address.
  if (target.isAddress) await findAddresses(target, surroundings)
  const limits = { ...defaultLimits, ...request.limits }
  const outgoing = openRequest(target, request, surroundings)
  const progress = watchProgress(outgoing, target.isSecure, limits)
  try {
    return await new Promise((resolve, reject) => {
      const fail = (error?: unknown) => reject(progress.errorOf(error))
      outgoing.on('error', fail)
      // An answer such as 101 closes the connection without an error.
      const closed = () => fail()
      outgoing.once('close', closed)
      outgoing.once('response', (answer) => {
        outgoing.off('close', closed)
        // Ignores bytes after a whole answer, such as a body after a 204.
        outgoing.off('error', fail).on('error', (error) => {
          if (!answer.complete) fail(error)
        })
        readAnswer(answer, request.wanted ?? [], limits.readBytes).then(resolve, fail)
      })
      outgoing.end(request.body)
    })
  } finally {
    progress.end()
    outgoing.destroy()
  }
}

function openRequest(
  target: Target,
  { method, headers }: OutboundRequest,
  surroundings: Surroundings & { ca?: string },
) {
  const { host, port, path, isSecure } = target
  const { ca } = surroundings
  const lookup: LookupFunction = (_host, _options, callback) => {
    findAddresses(target, surroundings).then(
      (addresses) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: isIP(address) })),
        ),
      (error) => callback(error, []),
    )
  }
  const options = {
    ...{ method, host, port, path, lookup, headers: { ...headers } },
    // A new agent, so no connection is shared, and none outlives its request.
    agent: false as const,
    // All addresses are tried, one after the other. 250 ms for each, which is the default, are too short across the world.
    ...{ autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1_000 },
    maxHeaderSize: 16_384,
  }
  if (!isSecure) return http.request(options)
  // `NODE_TLS_REJECT_UNAUTHORIZED` must not switch off the check of certificates.
  const tls = { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) }
  return https.request({ ...options, ...tls })
}
