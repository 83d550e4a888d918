import { promises as dns } from 'node:dns'

/** Returns all addresses of a name, or rejects. */
export type ResolveName = (name: string) => Promise<string[]>

/**
 * Returns a resolver that asks the DNS servers of this machine, or those given, for IPv4 and IPv6 addresses. After `withinMs`
 * it returns those it has, because some name servers never answer for a family that they do not know. It does not use the
 * thread pool, where a few slow name servers of others would delay all files and look-ups of the process.
 */
export function askDns({ servers, withinMs = 3_000 }: { servers?: string[]; withinMs?: number } = {}): ResolveName {
  return async (name) => {
    // A resolver of its own reads the servers' present addresses and keeps no answers.
    const resolver = new dns.Resolver({ timeout: 1_000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const limit = setTimeout(() => resolver.cancel(), withinMs)
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    clearTimeout(limit)
    const addresses = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason
    return addresses
  }
}

/** Resolves a name as other programs of this machine do, with its hosts file. A slow look-up occupies a thread of the pool. */
export async function askSystem(name: string): Promise<string[]> {
  const answers = await dns.lookup(name, { all: true, verbatim: true })
  return answers.map(({ address }) => address)
}
