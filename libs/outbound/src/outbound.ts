import type { AllowedRanges } from './allowed-ranges.ts'
import { type Fault, FaultError } from './faults.ts'
import { findAddresses } from './find-addresses.ts'
import { askDns, askSystem, type ResolveName } from './resolve-name.ts'
import { type Answer, type OutboundRequest, sendRequest } from './send-request.ts'
import { readTarget } from './target.ts'

export type Outbound = {
  /** Resolves a URL without connecting. Returns the fault that `send` would return now, or `undefined` if all addresses are permitted. */
  checkUrl(url: string): Promise<Fault | undefined>
  /** Sends a request on a connection of its own. A fault is returned, not thrown. Throws if a header is invalid. */
  send(request: OutboundRequest): Promise<Answer | FailedRequest>
}

/** A request without an answer that counts. */
export type FailedRequest = { fault: Fault; durationMs: number }

export type OutboundOptions = {
  /** Read with `readAllowedRanges`. */
  allowed: AllowedRanges
  /** Asks DNS by default, and then this machine's hosts file if the operator permits any range. */
  resolve?: ResolveName
  /** Trusted certificates in PEM format. Those of Node by default, to which `NODE_EXTRA_CA_CERTS` adds. */
  ca?: string
}

/** Returns the two ways to other servers. Proxies of the environment (`HTTPS_PROXY`) are not used. */
export function buildOutbound({ allowed, resolve = resolverFor(allowed), ca }: OutboundOptions): Outbound {
  const surroundings = { allowed, resolve, ...(ca === undefined ? {} : { ca }) }
  return {
    async checkUrl(url) {
      try {
        await findAddresses(readTarget(url), surroundings)
        return undefined
      } catch (error) {
        return faultIn(error)
      }
    },
    async send(request) {
      const startedAt = performance.now()
      const durationMs = () => Math.round(performance.now() - startedAt)
      try {
        return { ...(await sendRequest(request, surroundings)), durationMs: durationMs() }
      } catch (error) {
        return { fault: faultIn(error), durationMs: durationMs() }
      }
    },
  }
}

function faultIn(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault
  throw error
}

/** Names that only this machine knows lead to addresses that only the operator can permit. */
function resolverFor(allowed: AllowedRanges): ResolveName {
  const ask = askDns()
  return allowed.isEmpty ? ask : (name) => ask(name).catch(() => askSystem(name))
}
