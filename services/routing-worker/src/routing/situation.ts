import type { RoutingVerdict } from '@askline/contracts'
import { newId, type RoutingCandidate } from '@askline/db'
import { type Hindrance, mostNamed, type RosterPicture } from '@askline/domain'

/** Pictures that Postgres has. */
const kept = new WeakSet<RosterPicture>()
/** A picture serves so long, in ms, at most: it must not be forgotten before the decisions that point at it. */
const pictureMs = 3_600_000

/** The order in which experts are named where there are too many: those nearest to being asked first. */
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

/** How the experts of a company stand to questions of one need. `ranked_below`: could be asked. */
export class Situation {
  readonly #candidates = new Map<string, RoutingCandidate>()
  readonly #byVerdict = new Map<RoutingVerdict, Set<string>>()
  #picture: RosterPicture | undefined
  #madeAt = 0

  /** What keeps an expert from being asked now: nothing, where it is undefined. */
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

  /** What to keep with a decision: the picture's id, and the picture itself until it is kept. The same until somebody's verdict changes. */
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

/** The transaction that wrote it has committed: later decisions need not bring it again. */
export function pictureWasKept(picture: RosterPicture): void {
  kept.add(picture)
}
