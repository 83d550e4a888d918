import type { RoutingVerdict } from '@askline/contracts'
import { newId } from '@askline/db'
import { mostNamed, type RosterPicture } from '@askline/domain'

/** Pictures that Postgres has. */
const kept = new WeakSet<RosterPicture>()
/** A picture serves so long, in ms, at most: it must not be forgotten before the decisions that point at it. */
const pictureMs = 3_600_000

/** The order in which experts are named where there are too many: those nearest to being asked first. */
const nearness: RoutingVerdict[] = [
  'ranked_below',
  'at_capacity',
  'outside_hours',
  'away',
  'offline',
  'other_language',
  'inactive',
]

/** How the experts of a company stand to questions of one language for the while their roster lasts. `ranked_below`: could be asked. */
export class Situation {
  readonly verdicts: ReadonlyMap<string, RoutingVerdict>
  readonly counts: ReadonlyMap<RoutingVerdict, number>
  #picture: RosterPicture | undefined
  #madeAt = 0

  constructor(verdicts: [string, RoutingVerdict][]) {
    this.verdicts = new Map(verdicts)
    const counts = new Map<RoutingVerdict, number>()
    for (const [, verdict] of verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
    this.counts = counts
  }

  /** What to keep with a decision: the picture's id, and the picture itself until it is kept. */
  picture(): { rosterId: string; roster: RosterPicture | undefined } {
    if (!this.#picture || performance.now() - this.#madeAt > pictureMs) {
      const all = [...this.verdicts].map(([expertId, verdict]) => ({ expertId, verdict }))
      const named = nearness.flatMap((verdict) => all.filter((one) => one.verdict === verdict)).slice(0, mostNamed)
      this.#picture = { id: newId(), named }
      this.#madeAt = performance.now()
    }
    return { rosterId: this.#picture.id, roster: kept.has(this.#picture) ? undefined : this.#picture }
  }
}

/** The transaction that wrote it has committed: later decisions need not bring it again. */
export function pictureWasKept(picture: RosterPicture): void {
  kept.add(picture)
}
