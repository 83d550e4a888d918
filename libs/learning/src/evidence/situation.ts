import type { RoutingVerdict } from '@askline/contracts'
import { newId, type RoutingCandidate } from '@askline/db'
import { mostNamed, type RosterPicture } from '@askline/domain/routing/decision'
import type { Hindrance } from '@askline/domain/routing/hindrance'

/** Rosters that are stored in Postgres. */
const kept = new WeakSet<RosterPicture>()
/** Maximum age of a stored roster, in ms. It must outlive the decisions that refer to it. */
const pictureMs = 3_600_000

/** Order in which experts are listed if there are too many: closest to being offered first. */
const nearness: RoutingVerdict[] = [
  'ranked_below',
  'kept_free',
  'at_capacity',
  'outside_hours',
  'away',
  'offline',
  'requirement_unmet',
  'other_language',
  'inactive',
]

/** Why each expert of a company can or cannot be offered questions of one need. `ranked_below`: can be offered. */
export class Situation {
  readonly #candidates = new Map<string, RoutingCandidate>()
  readonly #byVerdict = new Map<RoutingVerdict, Set<string>>()
  #picture: RosterPicture | undefined
  #madeAt = 0

  /** Sets what prevents an expert from being offered it now; `undefined` if nothing does. */
  update(expertId: string, hindrance: Hindrance | undefined): void {
    const before = this.#candidates.get(expertId)
    const candidate: RoutingCandidate = { expertId, ...(hindrance ?? { verdict: 'ranked_below' }) }
    this.#candidates.set(expertId, candidate)
    if (before?.verdict === candidate.verdict) return
    if (before) this.#byVerdict.get(before.verdict)?.delete(expertId)
    const alike = this.#byVerdict.get(candidate.verdict) ?? new Set()
    this.#byVerdict.set(candidate.verdict, alike.add(expertId))
    this.#picture = undefined
  }

  verdictOf(expertId: string): RoutingVerdict | undefined {
    return this.#candidates.get(expertId)?.verdict
  }

  countsOf(): Map<RoutingVerdict, number> {
    return new Map([...this.#byVerdict].map(([verdict, ids]) => [verdict, ids.size]))
  }

  /** Returns the id of the stored roster, and the roster itself until it is stored. It stays the same until a verdict changes. */
  picture(): { rosterId: string; roster: RosterPicture | undefined } {
    if (!this.#picture || performance.now() - this.#madeAt > pictureMs) {
      this.#picture = { id: newId(), named: this.#nearest() }
      this.#madeAt = performance.now()
    }
    return { rosterId: this.#picture.id, roster: kept.has(this.#picture) ? undefined : this.#picture }
  }

  #nearest(): RoutingCandidate[] {
    const named: RoutingCandidate[] = []
    for (const verdict of nearness) {
      for (const expertId of this.#byVerdict.get(verdict) ?? []) {
        if (named.length === mostNamed) return named
        const candidate = this.#candidates.get(expertId)
        if (candidate) named.push(candidate)
      }
    }
    return named
  }
}

/** Marks a roster as stored, after its transaction has committed. Later decisions only refer to it. */
export function markRosterStored(picture: RosterPicture): void {
  kept.add(picture)
}
