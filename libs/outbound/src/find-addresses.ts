import type { AllowedRanges } from './allowed-ranges.ts'
import { explainSpecial } from './explain-special.ts'
import { FaultError, refusal } from './faults.ts'
import type { ResolveName } from './resolve-name.ts'
import { findSpecialRange } from './special-ranges.ts'
import { refuseUnlessAllowed, type Target } from './target.ts'

/** Which addresses are permitted beside the public ones, and who resolves names. */
export type Surroundings = { allowed: AllowedRanges; resolve: ResolveName }

/**
 * Returns all addresses of a target. Throws a FaultError if the name has none, or if one of them is refused: a name with
 * a public and a private address could lead to either.
 */
export async function findAddresses(target: Target, { allowed, resolve }: Surroundings): Promise<string[]> {
  const { host, isAddress, unlessAllowed } = target
  if (unlessAllowed && allowed.isEmpty) throw refuseUnlessAllowed(unlessAllowed)
  const addresses = isAddress ? [host] : await resolve(host).catch(notResolved)
  if (addresses.length === 0) notResolved()
  const unlisted = addresses.filter((address) => !allowed.includes(address))
  const [range] = unlisted.flatMap((address) => findSpecialRange(address) ?? [])
  if (range) throw refusal(range.rule, explainSpecial(range.rule))
  if (unlessAllowed && unlisted.length > 0) throw refuseUnlessAllowed(unlessAllowed)
  return addresses
}

function notResolved(error?: unknown): never {
  const { code } = Object(error) as { code?: unknown }
  const reason = typeof code === 'string' ? ` (${code})` : ''
  throw new FaultError({
    kind: 'name_not_resolved',
    explanation: `must name a server that DNS knows${reason}. Check the spelling`,
  })
}
