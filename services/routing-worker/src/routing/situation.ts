import type { RoutingVerdict } from '@askline/contracts'
import { newId, type RoutingCandidate } from '@askline/db'
import { mostNamed, type RosterPicture } from '@askline/domain'

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

/** How the experts of a company stand to questions of one need for the while their roster lasts. `ranked_below`: could be asked. */
export class Situation {
  readonly verdicts: ReadonlyMap<string, RoutingVerdict>
  readonly counts: ReadonlyMap<RoutingVerdict, number>
  readonly #candidates: RoutingCandidate[]
  #picture: RosterPicture | undefined
  #madeAt = 0

  constructor(candidates: RoutingCandidate[]) {
    this.#candidates = candidates
    this.verdicts = new Map(candidates.map(({ expertId, verdict }) => [expertId, verdict]))
    const counts = new Map<RoutingVerdict, number>()
    for (const { verdict } of candidates) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
    this.counts = counts
  }

  /** What to keep with a decision: the picture's id, and the picture itself until it is kept. */
  picture(): { rosterId: string; roster: RosterPicture | undefined } {
    if (!this.#picture || performance.now() - this.#madeAt > pictureMs) {
      const named = nearness.flatMap((verdict) => this.#candidates.filter((one) => one.verdict === verdict))
      this.#picture = { id: newId(), named: named.slice(0, mostNamed) }
      this.#madeAt = performance.now()
    }
    return { rosterId: this.#picture.id, roster: kept.has(this.#picture) ? undefined : this.#picture }
  }
}

/** The transaction that wrote it has committed: later decisions need not bring it again. */
export function pictureWasKept(picture: RosterPicture): void {
  kept.add(picture)
}
