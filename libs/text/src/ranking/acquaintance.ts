import type { RankedExpert } from './rank.ts'
import type { ResolvedQuestion } from './resolved-question.ts'

/** Acquaintance is half forgotten after so many ms. */
const halfLifeMs = 30 * 24 * 3_600_000
/** Having helped this asker a moment ago is worth an empty desk against a full one; below this nothing is left of it. */
const least = 0.01

/** Who gave which asker an accepted answer, and when last. */
export class Acquaintance {
  readonly #helpers = new Map<string, Map<string, number>>()

  /** Notes whose answers this asker accepted; one who is not known has no acquaintances. */
  learn({ askerId, answers }: ResolvedQuestion): void {
    if (askerId === undefined) return
    for (const { expertId, accepted, acceptedAt, answeredAt } of answers) {
      if (!accepted) continue
      const helpers = this.#helpers.get(askerId) ?? new Map<string, number>()
      helpers.set(expertId, Math.max(acceptedAt ?? answeredAt, helpers.get(expertId) ?? 0))
      this.#helpers.set(askerId, helpers)
    }
  }

  /** What knowing the asker adds to the scores of those who do, 0 to `preference`, at `now` in ms since 1970. */
  bonuses(askerId: string, now: number, preference = 1): ReadonlyMap<string, number> {
    const bonuses = new Map<string, number>()
    for (const [expertId, at] of this.#helpers.get(askerId) ?? []) {
      const bonus = preference * 2 ** (-Math.max(0, now - at) / halfLifeMs)
      if (bonus >= least) bonuses.set(expertId, bonus)
    }
    return bonuses
  }
}

/** The best of `strangers` and `acquaintances` together, `limit` at most; the latter are named `knowsAsker` in the features. */
export function prefer(
  strangers: RankedExpert[],
  acquaintances: RankedExpert[],
  bonuses: ReadonlyMap<string, number>,
  limit: number,
): RankedExpert[] {
  const known = acquaintances.map((expert) => {
    const bonus = bonuses.get(expert.expertId) ?? 0
    const features = { ...expert.features, knowsAsker: bonus }
    const reasons = ['gave this asker an accepted answer', ...expert.reasons]
    return { ...expert, score: expert.score + bonus, features, reasons }
  })
  const others = strangers.filter(({ expertId }) => !bonuses.has(expertId))
  return [...known, ...others].sort((a, b) => b.score - a.score).slice(0, limit)
}
